import { expect, test } from '@jest/globals';
import { jinjaFaults } from '../../lib/checks/jinja.ts';

test.each([
  ['plain text, $HOME and ${HOME}', []],
  ["proxmox://'{{ ds.meta_data.instance_id }}'", []],
  ['{{ds.meta_data.kubernetes_version}} {{ v1.local_hostname }}', []],
  ['{% raw %}{{ anything }} ${#list[@]}{% endraw %}', []],
  ['{%- raw -%}\n{{ anything }}\n{%- endraw -%}', []],
  ['{{ ds.meta_data.proxmox_node }}', ['{{ ds.meta_data.proxmox_node }}']],
  ['{{ ds.meta_data.instance_id | upper }}', ['{{ ds.meta_data.instance_id | upper }}']],
  ['echo ${#list[@]}', ['{#list[@]}']],
  ['{% if x %}', ['{% if x %}']],
  ['{{ open', ['{{ open']],
  ['{% raw %}a{% endraw %}{{ b }}', ['{{ b }}']],
])('%s', (text, faults) => {
  expect(jinjaFaults(text)).toEqual(faults);
});
