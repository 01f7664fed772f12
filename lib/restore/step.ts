/** One step of a restore: what it does, why, and the commands that do it, to be run by a POSIX shell. */
export interface Step {
  readonly title: string;
  readonly why: string;
  readonly commands: readonly string[];
}

/** The steps that bring a datastore or a tenant of it back, with the fleet's own names. */
export interface Plan {
  readonly title: string;
  readonly steps: readonly Step[];
}

/** The plan as Markdown; its shell blocks, joined, are a script. */
export function planText({ title, steps }: Plan): string {
  const parts = steps.map(
    (step, index) =>
      `### ${index + 1}. ${step.title}\n\n${step.why}\n\n\`\`\`sh\n${step.commands.join('\n')}\n\`\`\`\n`,
  );
  return `## ${title}\n\n${parts.join('\n')}`;
}
