import type { RuleDescription } from './reading-rule.ts';

/** Rules about the files themselves, before anything in them is understood. */
export const fileRules = {
  siteMissing: {
    id: 'site-missing',
    severity: 'error',
    summary: 'The platform folder holds site.yaml.',
    why: 'Every tenant is judged and built against the site: without it there is no network, image or VIP to check.',
    example: 'platform/                     # no site.yaml in it',
    remedy: 'restore it, or point --platform at the folder that has it',
  },
  unreadable: {
    id: 'file-unreadable',
    severity: 'error',
    summary: 'Every input is a regular file of the repository that can be read.',
    why: 'A folder, a dead link or a file without permission would otherwise be a tenant that silently disappears. A link that leads out of the repository could show the files of whoever runs the check.',
    example: 'tenants/acme.yaml -> ../old/acme.yaml     # and there is no such file',
    remedy: 'put a regular, readable file in its place',
  },
  tooLarge: {
    id: 'file-too-large',
    severity: 'error',
    summary:
      'A tenant file has at most 256 KiB and 20,000 words of YAML, the site file 4 MiB and 400,000; neither nests deeper than 64.',
    why: 'Larger or deeper files are mistakes or attacks: they would keep the check of every other tenant waiting.',
    example: 'machines: {files: [{path: /opt/tool, content: "..."}]}     # a program of 10 MB',
    remedy:
      'keep data out of the file: put it into the VM image, or into a Secret that machines.files takes it from',
  },
  encoding: {
    id: 'file-encoding',
    severity: 'error',
    summary: 'Input files are UTF-8; a byte order mark and Windows line ends are fine.',
    why: 'Bytes of another encoding have no agreed meaning: what is reviewed would not be what is read.',
    example: 'owner: Jos\\xe9@k8s.lab     # Latin-1',
    remedy: 'save the file as UTF-8',
  },
  character: {
    id: 'file-character',
    severity: 'error',
    summary: 'No control characters, no invisible characters, and only ordinary spaces outside comments.',
    why: 'They make a line read differently from what it means in a review (CVE-2021-42574), or reach a terminal as commands. A no-break space pasted from a web page is part of the key that follows it.',
    example: 'owner: te\\u202eam',
    remedy: 'delete the character and type the line again',
  },
  empty: {
    id: 'file-empty',
    severity: 'error',
    summary: 'A file says something.',
    why: 'An empty tenant file is neither a tenant nor the removal of one.',
    example: '# all lines are comments',
    remedy: 'write what it should say (kaas new NAME writes a tenant), or delete the file',
  },
  classFrozen: {
    id: 'class-frozen',
    severity: 'error',
    summary: 'A released class generation never changes.',
    why: 'Cluster API would roll the machines of every cluster of the generation at once.',
    example: 'platform/classes/lab-tenant-1.yaml     # edited by hand',
    remedy: 'take the file back from Git (git checkout), and run kaas class release for a new generation',
  },
  classMalformed: {
    id: 'class-malformed',
    severity: 'error',
    summary: 'A class generation is YAML: templates and one ClusterClass.',
    why: 'Every tenant of the generation is built from it: with half of it missing, so would be half of the tenant.',
    example: 'platform/classes/lab-tenant-2.yaml     # written by hand, with a digest that fits',
    remedy: 'take the file back from Git, or let kaas class release write one',
  },
  unread: {
    id: 'tenant-unread',
    severity: 'error',
    summary: 'Every tenant is a file NAME.yaml directly in the tenants folder.',
    why: 'Other names and nested folders are not read: their tenant would be missing without a word, or deleted after a rename.',
    example: 'tenants/acme.yml',
    remedy: 'rename or move it',
  },
  stray: {
    id: 'stray-file',
    severity: 'warning',
    summary:
      'The tenants folder holds tenants only; README, Markdown and hidden files are fine, but not hidden YAML.',
    why: 'Copies and backups beside tenants are edited by mistake.',
    example: 'tenants/acme.yaml.orig',
    remedy: 'delete it, or move it out of the folder',
  },
} as const satisfies Record<string, RuleDescription>;
