import type { Command } from './command.ts';
import { commands } from './index.ts';

/** Every command, one after the other in the order of the table. */
export async function loadCommands(): Promise<Command[]> {
  const loaded: Command[] = [];
  for (const load of Object.values(commands)) loaded.push((await load()).command);
  return loaded;
}
