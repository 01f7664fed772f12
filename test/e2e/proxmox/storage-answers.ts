import { readMultipart } from './multipart.ts';
import { type ApiRequest, InvalidParameter, type Match } from './request.ts';
import { Refusal, type Site } from './site.ts';

export function storages(site: Site): unknown {
  return [storageOf(site, 'local'), storageOf(site, site.storage)];
}

export function storageStatus(site: Site, { rest }: Match): unknown {
  if (rest !== 'local' && rest !== site.storage) throw new Refusal(`storage '${rest}' does not exist`);
  return storageOf(site, rest);
}

export function storageOf(site: Site, name: string): unknown {
  const local = name === 'local';
  const total = (local ? 100 : site.storageGb) * 10 ** 9;
  const full = site.faults.fullStorages.includes(name);
  const used = full ? total : local ? 0 : site.usedGb() * 10 ** 9;
  return {
    storage: name,
    type: local ? 'dir' : 'rbd',
    content: local ? 'iso' : 'images',
    enabled: 1,
    active: 1,
    shared: local ? 0 : 1,
    total,
    used,
    avail: total - used,
  };
}

export function upload(site: Site, { node }: Match, { body, contentType }: ApiRequest): string {
  const file = readMultipart(body, contentType).find(({ filename }) => filename !== undefined);
  if (file?.filename === undefined)
    throw new InvalidParameter('filename', 'property is missing and it is not optional');
  const key = `${node}/${file.filename}`;
  return site.tasks.start(node, 'imgcopy', '', 0, () => {
    if (site.faults.fullStorages.includes('local')) return "no space left on storage 'local'";
    site.images.set(key, Buffer.from(file.content));
    return undefined;
  }).upid;
}

const imageKey = ({ node, rest }: Match): string => `${node}/${rest.replace(/^local:iso\//, '')}`;

export function volume(site: Site, match: Match): unknown {
  const image = site.images.get(imageKey(match));
  if (image === undefined) throw new Refusal(`volume '${match.rest}' does not exist`);
  return {
    volid: match.rest,
    format: 'iso',
    size: image.length,
    used: image.length,
    path: `/var/lib/vz/${match.rest}`,
  };
}

export function deleteVolume(site: Site, match: Match): string {
  return site.tasks.start(
    match.node,
    'imgdel',
    match.rest,
    0,
    () => (site.images.delete(imageKey(match)), undefined),
  ).upid;
}
