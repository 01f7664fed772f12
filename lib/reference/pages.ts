import { commandHelp, generalHelp } from '../commands/help.ts';
import { loadCommands } from '../commands/load.ts';
import { allTopics } from '../explain/topics.ts';
import { inputFiles } from '../fleet/index.ts';
import { checkPage } from './check-page.ts';
import { commandPage } from './command-page.ts';
import { fieldPage } from './field-page.ts';

/** Every generated page of docs/reference, file name to text. */
export async function referencePages(): Promise<ReadonlyMap<string, string>> {
  const { rules, fields } = allTopics();
  const helps = (await loadCommands()).map((command) => ({ verb: command.verb, help: commandHelp(command) }));
  return new Map([
    ...inputFiles.map((file) => [`${file}.md`, fieldPage(file, fields)] as const),
    ['checks.md', checkPage(rules)],
    ['commands.md', commandPage(await generalHelp(), helps)],
  ]);
}
