import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { run } from './cli.ts';

// What `cdk8s synth` runs. dist/ is brought up to date, all or nothing; the folder that cdk8s asks for only says so.
process.exitCode = await run(['synth']);

const { CDK8S_OUTDIR } = process.env;
if (CDK8S_OUTDIR !== undefined && process.exitCode === 0) {
  try {
    mkdirSync(CDK8S_OUTDIR, { recursive: true });
    writeFileSync(
      join(CDK8S_OUTDIR, 'see-dist.yaml'),
      '# The manifests are in dist/, which is written all or nothing. This folder is scratch.\n',
    );
  } catch (error) {
    process.stderr.write(
      `kaas: the scratch folder of cdk8s cannot be written: ${error instanceof Error ? error.message : String(error)}; dist/ is up to date\n`,
    );
    process.exitCode = 2;
  }
}
