import { appendFileSync, readFileSync } from 'node:fs';

/**
 * Names of Services for processes that are in no cluster: Kamaji reaches a tenant as NAME.NAMESPACE.svc. The file is
 * /etc/hosts of a mount namespace that the run made for itself (KAAS_LAB_HOSTS says so); never the machine's own.
 */
export function addHost(address: string, names: readonly string[]): void {
  const file = hostsFile();
  const line = `${address} ${names.join(' ')}`;
  if (!readFileSync(file, 'utf8').split('\n').includes(line)) appendFileSync(file, `${line}\n`);
}

/** Throws where the run is not in namespaces of its own. */
export function hostsFile(): string {
  const file = process.env['KAAS_LAB_HOSTS'];
  if (file === undefined) {
    throw new Error('the real Kamaji needs namespaces of its own: run it with `npm run test:e2e` as root');
  }
  return file;
}
