/** Which cluster-autoscaler a tenant gets: the minor of its control plane, nothing else. */

/** "1.35" of v1.35.5, or undefined if the text is no version. */
export function minorOf(version: string): string | undefined {
  const parts = /^v?(\d+)\.(\d+)(?:\.\d+)?(?:[-+].*)?$/.exec(version);
  return parts === null ? undefined : `${parts[1] ?? ''}.${parts[2] ?? ''}`;
}

/** Image for `version`, or undefined if the table has none for its minor. */
export function imageFor(
  version: string | undefined,
  images: Readonly<Record<string, string>>,
): string | undefined {
  const minor = version === undefined ? undefined : minorOf(version);
  return minor === undefined || !Object.hasOwn(images, minor) ? undefined : images[minor];
}
