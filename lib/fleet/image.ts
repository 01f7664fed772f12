/** An image reference in its parts. */
export interface Image {
  /** Registry and path, such as `registry.k8s.io/etcd`. */
  readonly repository: string;
  readonly tag: string;
  /** `sha256:...`, undefined if the image is not pinned. */
  readonly digest: string | undefined;
  /** Tag and digest as charts take them in one value: `v3.6.12@sha256:...`. */
  readonly pinnedTag: string;
}

/** Reads `repository:tag` or `repository:tag@sha256:...`, which versions.schema.json demands. */
export function parseImage(text: string): Image {
  const [name = '', digest] = text.split('@');
  const colon = name.lastIndexOf(':');
  const tag = name.slice(colon + 1);
  return {
    repository: name.slice(0, colon),
    tag,
    digest,
    pinnedTag: digest === undefined ? tag : `${tag}@${digest}`,
  };
}
