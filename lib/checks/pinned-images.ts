import { type Path, providersOf, type Versions } from '../fleet/index.ts';

/** An image of versions.yaml and its way into the file. */
export interface PinnedImage {
  readonly text: string;
  readonly path: Path;
  /** Release of the component that the image is of, where the file pins one beside it. */
  readonly release?: string;
}

/** Every image of the file. */
export function imagesOf(versions: Versions): PinnedImage[] {
  const { images, kamaji, autoscaler } = versions;
  return [
    ...providersOf(versions).map(([name, { image, version }]) => ({
      text: image,
      release: version,
      path: ['providers', name, 'image'],
    })),
    { text: kamaji.image, release: kamaji.version, path: ['kamaji', 'image'] },
    ...Object.entries(images).map(([name, text]) => ({ text: String(text), path: ['images', name] })),
    ...Object.entries(autoscaler).map(([minor, text]) => ({ text, path: ['autoscaler', minor] })),
  ];
}
