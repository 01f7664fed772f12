import { type Input, UsageError } from './command.ts';

/** Refuses the value of an option that is no address of an API server; an option that is not given is fine. */
export function demandServer(input: Input, option: string): void {
  const value = input.text(option);
  if (value === undefined) return;
  const protocol = URL.canParse(value) ? new URL(value).protocol : '';
  if (protocol === 'http:' || protocol === 'https:') return;
  throw new UsageError(
    `--${option} cannot be ${JSON.stringify(value)}; allowed: an http or https URL, such as http://127.0.0.1:8001 of kubectl proxy; correct --${option}`,
  );
}
