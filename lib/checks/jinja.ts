/**
 * Values that a machine's cloud-init knows. Sources: CAPMOX v0.9.0, pkg/cloudinit/metadata.go (a dash may be written as an underscore);
 * cloud-init, "Instance-data", the standard keys v1.*.
 */
const known = [
  'ds.meta_data.instance_id',
  'ds.meta_data.hostname',
  'ds.meta_data.local_hostname',
  'ds.meta_data.kubernetes_version',
];
const standard = /^v1\.[a-z_]+$/;

/** What is allowed, for a message. */
export const jinjaAllowed = `allowed: ${known.map((name) => `{{ ${name} }}`).join(', ')}, and {{ v1.NAME }} of cloud-init`;

/**
 * The pieces of a text that the machine's cloud-init would choke on, or fill in with nothing.
 * All user data is a jinja template (Cluster API, bootstrap/kubeadm, "## template: jinja"), so `{{`, `{%` and `{#` mean something
 * everywhere in it, even in a shell's `${#list[@]}`. `{% raw %}` switches that off.
 */
export function jinjaFaults(text: string): string[] {
  const visible = text.replaceAll(/\{%-?\s*raw\s*-?%\}.*?\{%-?\s*endraw\s*-?%\}/gs, '');
  return [...visible.matchAll(/\{\{(.*?)\}\}|\{%.{0,30}|\{#.{0,30}|\{\{.{0,30}/gs)]
    .filter(([, expression]) => expression === undefined || !isKnown(expression))
    .map(([piece]) => piece.split('\n')[0] ?? piece);
}

function isKnown(expression: string): boolean {
  const name = expression.trim();
  return known.includes(name) || standard.test(name);
}
