import { describe, expect, test } from '@jest/globals';
import { validateTenantFile } from '../../lib/fleet/validate-file.ts';
import { readYaml } from '../../lib/fleet/read-yaml.ts';

describe('what is left of a file after the parts that break its schema were taken away', () => {
  test('a list keeps its length, with undefined where an item was, so that no rule meets a hole', () => {
    const text = 'machines:\n  files:\n    - {path: /etc/a}\n    - not a file\n    - {path: /etc/b}\n';
    const files = validateTenantFile(readYaml('acme.yaml', text)).value.machines?.files;
    expect(files).toEqual([{ path: '/etc/a' }, undefined, { path: '/etc/b' }]);
    expect(Object.keys(files ?? [])).toEqual(['0', '1', '2']);
  });

  test('a map loses the key, and nothing else', () => {
    const { value } = validateTenantFile(readYaml('acme.yaml', 'owner: 7\npaused: true\n'));
    expect(value).toEqual({ paused: true });
  });
});
