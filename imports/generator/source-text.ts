import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { textAt } from './json.ts';
import type { Source } from './sources.ts';

/** The tool could not get at a source: not a fault of what the source says. */
export class SourceUnreachable extends Error {}

/** Downloads the texts of a source. Throws SourceUnreachable. */
export async function downloadTexts(source: Source): Promise<readonly string[]> {
  return Promise.all(source.urls.map(download));
}

/** The texts of a source from the first of the folders that has FOLDER/PROJECT/VERSION; undefined if none has. */
export function localTexts(source: Source, folders: readonly string[]): readonly string[] | undefined {
  const tried = folders.map((folder) => join(folder, source.project, source.version));
  const found = tried.find((folder) => existsSync(folder));
  if (found === undefined) return undefined;
  const names = readdirSync(found).filter((name) => /\.(ya?ml|json)$/.test(name));
  return names.sort().map((name) => readFileSync(join(found, name), 'utf8'));
}

async function download(url: string): Promise<string> {
  const response = await fetch(url, { signal: AbortSignal.timeout(60_000) }).catch((error: unknown) => {
    throw new SourceUnreachable(
      `cannot download ${url}: ${reason(error)}; without a network, give local files: --from DIR`,
    );
  });
  if (!response.ok)
    throw new SourceUnreachable(`cannot download ${url}: ${response.status} ${response.statusText}`);
  return response.text();
}

/** fetch() says only "fetch failed"; its cause names the host or the refused port. */
function reason(error: unknown): string {
  const told = [textAt(error, 'cause', 'message'), textAt(error, 'cause', 'code'), textAt(error, 'message')];
  return told.find((text) => text !== '') ?? String(error);
}
