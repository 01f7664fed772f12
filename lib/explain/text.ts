/** Text in lines of at most 100 characters. */
export function wrapped(text: string): string {
  const lines = [''];
  for (const word of text.split(' ')) {
    const last = lines.length - 1;
    const line = lines[last] ?? '';
    if (line !== '' && line.length + word.length >= 100) lines.push(word);
    else lines[last] = line === '' ? word : `${line} ${word}`;
  }
  return lines.join('\n');
}

/** Lines set in by four spaces. */
export function indented(text: string): string {
  return text
    .split('\n')
    .map((line) => (line === '' ? '' : `    ${line}`))
    .join('\n');
}
