import { parseImage, parseRelease, type Versions } from '../../fleet/index.ts';
import { imagesOf } from '../pinned-images.ts';
import type { Complaint, Rule } from '../rule.ts';

export const rule: Rule = {
  id: 'versions-image',
  severity: 'error',
  summary: 'An image is of the release that is pinned beside it.',
  why: "The manifests of one release would run another release's program: CRDs, flags and permissions do not fit.",
  example: `--- # platform/versions.yaml
kamaji: {url: https://github.com/clastix/kamaji.git, version: 26.8.6-edge, image: "docker.io/clastix/kamaji:26.8.2-edge"}`,
  remedy: 'raise both in one commit, the digest too',
  *check({ versions }) {
    if (versions === undefined) return;
    for (const { text, path, release } of imagesOf(versions)) {
      const { tag } = parseImage(text);
      if (release !== undefined && tag !== release)
        yield {
          place: versions.source.place(path),
          problem: `the image is ${tag}, the release ${release}`,
          allowed: `allowed: an image with the tag ${release}`,
        };
    }
    for (const [chart, image] of chartImages) yield* fits(versions, chart, image);
    for (const [minor, text] of Object.entries(versions.autoscaler)) {
      const { tag } = parseImage(text);
      if (!tag.startsWith(`v${minor}.`))
        yield {
          place: versions.source.place(['autoscaler', minor]),
          problem: `the cluster-autoscaler for ${minor} is ${tag}`,
          allowed: `allowed: a tag v${minor}.x`,
        };
    }
  },
};

/** Charts whose version is that of the program in the image. */
const chartImages = [
  ['cert-manager', 'cert-manager-controller'],
  ['cert-manager', 'cert-manager-webhook'],
  ['cert-manager', 'cert-manager-cainjector'],
  ['cert-manager', 'cert-manager-acmesolver'],
  ['cert-manager', 'cert-manager-startupapicheck'],
  ['metallb', 'metallb-controller'],
  ['metallb', 'metallb-speaker'],
  ['cluster-api-operator', 'cluster-api-operator'],
] as const;

function* fits(
  versions: Versions,
  chart: (typeof chartImages)[number][0],
  image: (typeof chartImages)[number][1],
): Iterable<Complaint> {
  const { version } = versions.charts[chart];
  const { tag } = parseImage(versions.images[image]);
  const [released, running] = [parseRelease(version), parseRelease(tag)];
  if (running !== undefined && released?.numbers.join() === running.numbers.join()) return;
  yield {
    place: versions.source.place(['images', image]),
    problem: `the image is ${tag}, the chart ${chart} ${version}`,
    allowed: `allowed: an image of the release ${version}`,
    related: [{ place: versions.source.place(['charts', chart, 'version']), note: 'the chart' }],
  };
}
