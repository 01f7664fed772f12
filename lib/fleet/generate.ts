/** Writes the types of the input files from their JSON Schemas: `npm run generate`. */
import { writeFileSync } from 'node:fs';
import { compileFromFile } from 'json-schema-to-typescript';

const schemas = new URL('schemas/', import.meta.url);

for (const name of ['site', 'tenant', 'versions']) {
  const types = await compileFromFile(new URL(`${name}.schema.json`, schemas).pathname, {
    cwd: schemas.pathname,
    bannerComment: `// Generated from ../schemas/${name}.schema.json by \`npm run generate\`. Do not edit.`,
    additionalProperties: false,
    ignoreMinAndMaxItems: true,
    style: { singleQuote: true, printWidth: 110 },
  });
  writeFileSync(new URL(`generated/${name}-file.ts`, import.meta.url), types);
}
