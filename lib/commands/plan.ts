import { hasErrors } from '../finding/index.ts';
import { changePlan } from '../history/index.ts';
import { changePlanMarkdown } from '../report/change-plan-markdown.ts';
import { changePlanText } from '../report/change-plan-text.ts';
import type { ChangePlan } from '../report/change-plan.ts';
import { judgeFleet } from '../synth/synthesize.ts';
import { againstOption, earlierOf, tellFork } from './against.ts';
import { type Command, UsageError } from './command.ts';
import { folderOptions, foldersOf } from './folders.ts';
import { countText, tellFindings } from './tell.ts';

const formats = ['text', 'json', 'markdown'] as const;

/** `kaas plan`: what a change does to the running site. */
export const command: Command = {
  verb: 'plan',
  summary:
    'Say what a change does to the running site: machines replaced, control planes rolled, what is deleted',
  positionals: '',
  arity: [0, 0],
  options: {
    ...folderOptions,
    ...againstOption,
    format: {
      type: 'string',
      choices: formats,
      description: 'text, json or markdown (a comment on a pull request); default: text',
    },
  },
  examples: [
    'kaas plan --against origin/main',
    'kaas plan --against HEAD~1 --format json | jq .totals',
    'kaas plan --against origin/main --format markdown > comment.md',
  ],
  run(input, io) {
    const folders = foldersOf(input, io);
    const earlier = earlierOf(input, folders);
    if (earlier === undefined)
      throw new UsageError(
        'plan needs --against REF; allowed: a branch, tag or commit; try --against origin/main',
      );
    tellFork(earlier, io);
    const { fleet, findings } = judgeFleet(folders, earlier.fleet);
    const errors = [...earlier.findings, ...findings].filter(
      (finding) => hasErrors([finding]) || earlier.findings.includes(finding),
    );
    tellFindings(errors, 'text', io);
    if (fleet === undefined) return 1;
    io.out(print(changePlan(earlier, fleet), input.text('format')));
    if (!hasErrors(errors)) return 0;
    io.err(`not good: ${countText(errors)}\n`);
    return 1;
  },
};

function print(plan: ChangePlan, format: string | undefined): string {
  if (format === 'json') return `${JSON.stringify(plan, undefined, 2)}\n`;
  return format === 'markdown' ? changePlanMarkdown(plan) : changePlanText(plan);
}
