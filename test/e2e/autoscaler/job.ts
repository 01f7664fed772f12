import { spawn } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isRecord, listAt, textAt } from '../lab/object.ts';
import { kaasNamespace, type Management } from './management.ts';

export interface JobResult {
  readonly code: number | null;
  readonly log: readonly Readonly<Record<string, unknown>>[];
  readonly errors: string;
}

export interface RunningJob {
  readonly result: Promise<JobResult>;
  /** SIGTERM, as the kubelet sends it. */
  readonly stop: () => void;
}

/** Starts the job as a pod of the CronJob would: its command, its program and settings from the ConfigMap it mounts. */
export async function startJob(
  { api, dir, manifests }: Management,
  flags?: readonly string[],
): Promise<RunningJob> {
  const folder = mkdtempSync(join(dir, 'job-'));
  const cronJob = manifests.find(({ kind }) => kind === 'CronJob');
  const pod = 'spec.jobTemplate.spec.template.spec';
  const name = textAt(cronJob, `${pod}.volumes.0.configMap.name`);
  const configMap = await api.client.get({
    apiVersion: 'v1',
    kind: 'ConfigMap',
    name,
    namespace: kaasNamespace,
  });
  const files = isRecord(configMap) ? configMap['data'] : undefined;
  if (!isRecord(files)) throw new Error(`there is no ConfigMap ${name}`);
  for (const [file, text] of Object.entries(files)) writeFileSync(join(folder, file), String(text));
  writeFileSync(join(folder, 'token'), await api.token(kaasNamespace, 'kaas-autoscaler'));
  const [, ...given] = listAt(cronJob, `${pod}.containers.0.command`).map(String);
  const args = given.map((argument) => argument.replace(/^\/job\//, `${folder}/`));
  const { hostname, port } = new URL(api.url);
  const child = spawn(
    process.execPath,
    [
      ...args.flatMap((argument) => (argument === '--once' ? (flags ?? ['--once']) : [argument])),
      '--token-file',
      join(folder, 'token'),
    ],
    {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        NODE_EXTRA_CA_CERTS: api.caFile,
        KUBERNETES_SERVICE_HOST: hostname,
        KUBERNETES_SERVICE_PORT: port,
      },
    },
  );
  let output = '';
  let errors = '';
  child.stdout.on('data', (chunk) => (output += String(chunk)));
  child.stderr.on('data', (chunk) => (errors += String(chunk)));
  const result = new Promise<JobResult>((resolve) => {
    child.on('close', (code) => {
      const lines = output.split('\n').filter((line) => line !== '');
      resolve({ code, errors, log: lines.map((line) => JSON.parse(line) as Record<string, unknown>) });
    });
  });
  return { result, stop: () => child.kill('SIGTERM') };
}

/** One run, to its end. */
export async function runJob(management: Management): Promise<JobResult> {
  return (await startJob(management)).result;
}
