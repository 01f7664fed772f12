import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { run } from '../../lib/cli.ts';
import { classText } from '../../lib/synth/class-text.ts';

/** What a command printed. */
export interface Ran {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** A fleet in a temporary folder: the one of test/fixtures/history, with the class of this library and its pins. */
export class Folder {
  readonly root = mkdtempSync(join(tmpdir(), 'kaas-history-test-'));

  /** With the class generations of these names. */
  constructor(classes: readonly string[] = ['lab-tenant-1']) {
    cpSync('test/fixtures/history/fleet', this.root, { recursive: true });
    // The expected texts name a release of Kamaji; an update of the pin is no matter of theirs.
    const versions = readFileSync('platform/versions.yaml', 'utf8');
    this.write(
      'platform/versions.yaml',
      versions.replaceAll(/26\.\d+\.\d+-edge(@sha256:\w+)?/g, '26.8.6-edge'),
    );
    for (const name of classes) this.write(`platform/classes/${name}.yaml`, classText(name));
  }

  write(path: string, text: string): void {
    mkdirSync(dirname(join(this.root, path)), { recursive: true });
    writeFileSync(join(this.root, path), text);
  }

  read(path: string): string {
    return readFileSync(join(this.root, path), 'utf8');
  }

  /** Replaces one piece of a file, which must be there once. */
  edit(path: string, from: string, to: string): void {
    const parts = this.read(path).split(from);
    if (parts.length !== 2) throw new Error(`${path} has ${String(parts.length - 1)} times ${from}`);
    this.write(path, parts.join(to));
  }

  delete(path: string): void {
    rmSync(join(this.root, path));
  }

  async kaas(...args: string[]): Promise<Ran> {
    let [out, err] = ['', ''];
    const code = await run(args, {
      out: (text) => (out += text),
      err: (text) => (err += text),
      cwd: this.root,
      color: false,
      interactive: false,
      env: {},
    });
    return { code, out, err };
  }

  remove(): void {
    rmSync(this.root, { recursive: true, force: true });
  }
}

/** The same, under git. */
export class Repository extends Folder {
  constructor() {
    super();
    this.git('init', '--quiet', '--initial-branch', 'main');
    this.commit('start');
  }

  git(...args: string[]): string {
    const identity = ['-c', 'user.name=test', '-c', 'user.email=test@k8s.lab', '-c', 'commit.gpgsign=false'];
    const env = { ...process.env, GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_SYSTEM: '/dev/null' };
    return execFileSync('git', ['-C', this.root, ...identity, ...args], { env, stdio: 'pipe' }).toString();
  }

  /** Remembers the state that reset goes back to. */
  mark(): void {
    this.git('tag', '--force', 'start');
  }

  /** Everything as it was at the mark, other branches gone. */
  reset(): void {
    this.git('checkout', '--quiet', '--force', '-B', 'main', 'start');
    this.git('clean', '--quiet', '--force', '-d');
    const branches = this.git('for-each-ref', '--format=%(refname:short)', 'refs/heads').trim().split('\n');
    for (const branch of branches.filter((name) => name !== 'main'))
      this.git('branch', '--quiet', '-D', branch);
  }

  commit(message: string): void {
    this.git('add', '--all');
    this.git('commit', '--quiet', '--message', message);
  }
}
