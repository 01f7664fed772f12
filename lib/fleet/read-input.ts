import { type YamlLimits, siteLimits, tenantLimits } from './parse-yaml.ts';
import { type FileRequest, readTextFile } from './read-file.ts';
import { type ReadFile, readYaml } from './read-yaml.ts';
import { Source } from './source.ts';

const mebibyte = 1024 * 1024;

/** Reads and parses the site file or versions.yaml. */
export const readPlatformInput = (request: Omit<FileRequest, 'limit'>): ReadFile =>
  readInput({ ...request, limit: 4 * mebibyte }, siteLimits);

/** Reads and parses a tenant file. */
export const readTenantInput = (request: Omit<FileRequest, 'limit'>): ReadFile =>
  readInput({ ...request, limit: mebibyte / 4 }, tenantLimits);

function readInput(request: FileRequest, limits: YamlLimits): ReadFile {
  const read = readTextFile(request);
  if ('text' in read) return readYaml(request.file, read.text, limits);
  return { source: new Source(request.file, ''), value: undefined, findings: read.findings };
}
