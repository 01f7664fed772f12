import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { runImport } from '../../imports/generator/command.ts';
import { crd, filesBelow, read, sourcesYaml, withFolder } from './lab.ts';

const nowhere = 'http://127.0.0.1:9/shop.yaml';
const shop = 'crds/shop/v1.0.0/shop.yaml';

/** A folder in which Order is imported and pinned. */
async function withOrder<Result>(run: (folder: string, from: string) => Promise<Result>): Promise<Result> {
  const files = {
    'sources.yaml': sourcesYaml(nowhere, 'Order:'),
    [shop]: crd('Order', 'size') + crd('Refund', 'sum'),
  };
  return withFolder(files, async (folder) => {
    const from = join(folder, 'crds');
    expect((await runImport(['--from', from, '--update'], folder)).code).toBe(0);
    return run(folder, from);
  });
}

describe('npm run import', () => {
  test('makes a schema, a type and a construct of a kind, and pins the schema', async () => {
    await withOrder(async (folder, from) => {
      expect(filesBelow(folder).filter((path) => !path.startsWith('crds/'))).toEqual([
        'index.ts',
        'schemas/shop.test/Order.json',
        'sources.yaml',
        'types/shop.test/Order.ts',
      ]);
      expect(read(folder, 'sources.yaml')).toMatch(/^ {6}Order: [0-9a-f]{64}$/m);
      expect(read(folder, 'schemas/shop.test/Order.json')).toContain(
        '"size": { "type": "integer", "maximum": 9 }',
      );
      expect(read(folder, 'types/shop.test/Order.ts')).toContain('readonly size: number;');
      expect(read(folder, 'index.ts')).toContain('export class Order extends ApiObject {');
      expect(await runImport(['--from', from], folder)).toEqual({
        code: 0,
        text: '4 files generated, 0 changed\n',
      });
      expect(await runImport(['--types-only'], folder)).toEqual({
        code: 0,
        text: '4 files generated, 0 changed\n',
      });
    });
  });

  test('takes one line to add a kind, and forgets the files of a kind whose line is gone', async () => {
    await withOrder(async (folder, from) => {
      writeFileSync(join(folder, 'sources.yaml'), sourcesYaml(nowhere, 'Refund: # new'));
      expect(await runImport(['--from', from, '--update'], folder)).toEqual({
        code: 0,
        text: [
          'changed: imports/sources.yaml',
          'changed: imports/schemas/shop.test/Refund.json',
          'changed: imports/types/shop.test/Refund.ts',
          'changed: imports/index.ts',
          'removed: imports/schemas/shop.test/Order.json',
          'removed: imports/types/shop.test/Order.ts',
          '4 files generated, 6 changed\n',
        ].join('\n'),
      });
    });
  });

  test('refuses a kind that is not pinned yet, and writes nothing', async () => {
    await withOrder(async (folder, from) => {
      writeFileSync(join(folder, 'sources.yaml'), sourcesYaml(nowhere, 'Refund:'));
      const { code, text } = await runImport(['--from', from], folder);
      expect(code).toBe(1);
      expect(text).toMatch(/^imports\/sources\.yaml:6:7: error\[import-digest\]: .* none is pinned; .*\n$/);
      expect(filesBelow(join(folder, 'schemas'))).toEqual(['shop.test/Order.json']);
    });
  });

  test('refuses a source whose schema differs from the pinned one', async () => {
    await withOrder(async (folder, from) => {
      const before = read(folder, 'schemas/shop.test/Order.json');
      const pinned = /[0-9a-f]{64}/.exec(read(folder, 'sources.yaml'))?.[0] ?? '';
      writeFileSync(join(folder, shop), crd('Order', 'length'));
      const { code, text } = await runImport(['--from', from], folder);
      expect(code).toBe(1);
      expect(text.replace(/256 [0-9a-f]{64}/, '256 FOUND')).toBe(
        'imports/sources.yaml:6:7: error[import-digest]: the schema of Order from shop v1.0.0 has the SHA-256 FOUND; ' +
          `${pinned} is pinned; if the change is wanted, run \`npm run import -- --update\` and review the diff of imports/\n`,
      );
      expect(read(folder, 'schemas/shop.test/Order.json')).toBe(before);
    });
  });

  test('does not mind a source whose words alone changed', async () => {
    await withOrder(async (folder, from) => {
      writeFileSync(join(folder, shop), crd('Order', 'size').replaceAll('Told to people', 'Told otherwise'));
      expect(await runImport(['--from', from], folder)).toEqual({
        code: 0,
        text: '4 files generated, 0 changed\n',
      });
    });
  });

  test('refuses a committed schema that was edited by hand', async () => {
    await withOrder(async (folder) => {
      const path = join(folder, 'schemas/shop.test/Order.json');
      writeFileSync(
        path,
        read(folder, 'schemas/shop.test/Order.json').replace('"maximum": 9', '"maximum": 8'),
      );
      const { code, text } = await runImport(['--types-only'], folder);
      expect([code, text.includes('error[import-digest]: the schema of Order from shop v1.0.0')]).toEqual([
        1,
        true,
      ]);
    });
  });

  test('names the kinds that there are when a source lacks the wanted one', async () => {
    await withOrder(async (folder, from) => {
      writeFileSync(join(folder, 'sources.yaml'), sourcesYaml(nowhere, 'Ordr:'));
      expect(await runImport(['--from', from, '--update'], folder)).toEqual({
        code: 1,
        text:
          'imports/sources.yaml:6:7: error[import-kind]: Ordr is not in shop v1.0.0; it has Order, Refund; ' +
          'correct the kind, the version or the url\n',
      });
    });
  });

  test('keeps comments and order of sources.yaml when it pins', async () => {
    const text = `# head\n${sourcesYaml(nowhere, 'Refund: # why', '# about the next', 'Order:')}# foot\n`;
    await withFolder(
      { 'sources.yaml': text, [shop]: crd('Order', 'size') + crd('Refund', 'sum') },
      async (folder) => {
        await runImport(['--from', join(folder, 'crds'), '--update'], folder);
        const pinned = read(folder, 'sources.yaml');
        expect(pinned.replace(/ [0-9a-f]{64}/g, '')).toBe(text);
      },
    );
  });

  test('downloads the url when no folder is given', async () => {
    const server = createServer((request, response) => {
      if (request.url !== '/shop.yaml') response.statusCode = 404;
      response.end(crd('Order', 'size'));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    try {
      await withFolder({ 'sources.yaml': sourcesYaml(`${base}/shop.yaml`, 'Order:') }, async (folder) => {
        expect((await runImport(['--update'], folder)).code).toBe(0);
        expect(filesBelow(join(folder, 'types'))).toEqual(['shop.test/Order.ts']);
      });
      await withFolder({ 'sources.yaml': sourcesYaml(`${base}/gone.yaml`, 'Order:') }, async (folder) => {
        const text = `import: cannot download ${base}/gone.yaml: 404 Not Found\n`;
        expect(await runImport([], folder)).toEqual({ code: 2, text });
      });
    } finally {
      server.close();
    }
  });

  test('says what cannot be reached, and how to go on without a network', async () => {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/shop.yaml`;
    await new Promise((resolve) => server.close(resolve));
    await withFolder({ 'sources.yaml': sourcesYaml(url, 'Order:') }, async (folder) => {
      const { code, text } = await runImport([], folder);
      expect([code, text.replace(/127\.0\.0\.1:\d+/g, 'HOST')]).toEqual([
        2,
        'import: cannot download http://HOST/shop.yaml: connect ECONNREFUSED HOST; ' +
          'without a network, give local files: --from DIR\n',
      ]);
    });
  });

  test('a folder may hold some of the sources; the others stay as committed', async () => {
    const toys = sourcesYaml(nowhere, 'Ball:').replace('sources:\n', '').replace('shop', 'toys');
    const files = {
      'sources.yaml': sourcesYaml(nowhere, 'Order:') + toys,
      [shop]: crd('Order', 'size'),
      'more/toys/v1.0.0/toys.yaml': crd('Ball', 'radius'),
    };
    await withFolder(files, async (folder) => {
      const [some, others] = [join(folder, 'crds'), join(folder, 'more')];
      const early = await runImport(['--from', some, '--update'], folder);
      expect([early.code, early.text.includes('no schema of Ball from toys v1.0.0 yet')]).toEqual([1, true]);
      expect((await runImport(['--from', some, '--from', others, '--update'], folder)).code).toBe(0);
      expect(await runImport(['--from', some], folder)).toEqual({
        code: 0,
        text: 'kept as committed: toys v1.0.0\n6 files generated, 0 changed\n',
      });
      const none = join(folder, 'none');
      expect(await runImport(['--from', none], folder)).toEqual({
        code: 2,
        text: `import: no source of imports/sources.yaml is in ${none} (as PROJECT/VERSION)\n`,
      });
    });
  });

  test('a malformed sources.yaml and a wrong option are told in one line', async () => {
    await withFolder({ 'sources.yaml': 'sources:\n  - project: shop\n' }, async (folder) => {
      const text = 'imports/sources.yaml: source 1 needs project, version, url and kinds\n';
      expect(await runImport([], folder)).toEqual({ code: 1, text });
      const { code, text: usage } = await runImport(['--form'], folder);
      expect([code, usage.split('\n')[0]]).toEqual([2, "import: Unknown option '--form'"]);
    });
  });
});
