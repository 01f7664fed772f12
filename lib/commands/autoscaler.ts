import { readFile } from 'node:fs/promises';
import process from 'node:process';
import { runAutoscaler } from '../autoscaler/main.ts';
import { hasErrors } from '../finding/index.ts';
import { readFleet } from '../fleet/index.ts';
import { autoscalerSettings } from '../synth/platform-parts.ts';
import { type Command, type Input, UsageError } from './command.ts';
import { folderOptions, foldersOf } from './folders.ts';
import { demandServer } from './server.ts';
import { tellFindings } from './tell.ts';

/** `kaas autoscaler`: the in-cluster job, run from here through `kubectl proxy`. */
export const command: Command = {
  verb: 'autoscaler',
  summary: 'Give every tenant that asks for one its cluster-autoscaler, as the in-cluster job does',
  positionals: '',
  arity: [0, 0],
  options: {
    server: {
      type: 'string',
      value: 'URL',
      description: 'API server, such as http://127.0.0.1:8001 of kubectl proxy',
    },
    once: { type: 'boolean', description: 'one round, then exit (the default)' },
    interval: {
      type: 'string',
      value: 'DURATION',
      description: 'a round each DURATION, such as 30s, until stopped',
    },
    platform: folderOptions.platform,
  },
  examples: ['kubectl proxy & kaas autoscaler --once --server http://127.0.0.1:8001'],
  run(input, io) {
    if (input.text('server') === undefined)
      throw new UsageError('give --server URL, such as http://127.0.0.1:8001 of kubectl proxy');
    demandServer(input, 'server');
    const { fleet, findings } = readFleet(foldersOf(input, io));
    if (fleet?.versions === undefined || hasErrors(findings)) {
      tellFindings(findings, 'text', io);
      return 1;
    }
    return runAutoscaler(argumentsOf(input), {
      env: io.env,
      out: (line) => io.out(`${line}\n`),
      err: (line) => io.err(`${line}\n`),
      readFile: (path) => readFile(path, 'utf8'),
      stop: stopSignal(),
      settings: autoscalerSettings(fleet.site, fleet.versions),
    });
  },
};

function argumentsOf(input: Input): string[] {
  const interval = input.text('interval');
  const server = input.text('server') ?? '';
  return [...(interval === undefined ? ['--once'] : ['--interval', interval]), '--server', server];
}

/** The first signal ends the job after what it has begun; a second one ends the process. */
function stopSignal(): AbortSignal {
  const controller = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => controller.abort());
  return controller.signal;
}
