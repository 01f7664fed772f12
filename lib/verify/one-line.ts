/** A text of a program or a server as one line: without line ends, colours and other control characters. */
export function oneLine(text: string): string {
  return text
    .replaceAll(/\u001b\[[0-9;]*[A-Za-z]/g, '')
    .replaceAll(/[\s\p{Cc}]+/gu, ' ')
    .trim();
}

/** Why a request got no answer. Node says "fetch failed", and the reason in the cause, whose message may be empty. */
export function failureText(error: unknown): string {
  const { name, message, cause, code } = Object(error) as Readonly<Record<string, unknown>>;
  if (name === 'TimeoutError') return 'no answer in time';
  if (cause !== undefined) return failureText(cause);
  const [first] = [message, code].filter((text) => typeof text === 'string' && text !== '');
  return oneLine(String(first ?? error));
}
