/** "90s", "2m", "500ms" in milliseconds, or undefined if the text is no duration above zero. */
export function parseDuration(text: string): number | undefined {
  const parts = /^(\d{1,6})(ms|s|m|h)$/.exec(text);
  if (parts === null) return undefined;
  const unit = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000 }[parts[2] ?? ''];
  const milliseconds = Number(parts[1]) * (unit ?? 0);
  return milliseconds > 0 ? milliseconds : undefined;
}
