import { storePicture } from '#app/modules/catalogue/media/media.server.ts';
import { picturesByUrl, picturesNamed } from '#app/modules/catalogue/media/find-pictures.server.ts';
import { storeRefusal } from '#app/modules/catalogue/media/messages.ts';
import { isMediaUrl, mediaUrl } from '#app/modules/catalogue/media/picture.ts';
import {
  type AttachedPicture,
  fileNameOf,
  matchAttached,
  withoutQuery,
} from '#app/modules/catalogue/media/attached-picture.ts';
import type { RemotePictures } from '#app/modules/catalogue/media/provider.ts';
import type { MoveReport } from '#app/modules/operations/data-import/report.ts';
import type { Shop } from '#app/platform/shop.server.ts';
import { notePicture, rememberPictures } from './memory.server.ts';

export type PictureSources = {
  attachments?: readonly AttachedPicture[];
  remote?: RemotePictures;
};

export type FoundPictures = {
  urls: ReadonlyMap<string, string>;
  stored: ReadonlySet<string>;
  report: MoveReport['pictures'];
};

const AT_ONCE = 2;
const TO_STORE = mediaUrl('attached.webp');

/** Imports pictures and records each one, so that a repeated import continues there. A dry run stores nothing. */
export async function takePictures(
  shop: Shop,
  addresses: readonly string[],
  { attachments = [], remote }: PictureSources,
  { dryRun, names }: { dryRun: boolean; names: ReadonlyMap<string, string> },
): Promise<FoundPictures> {
  const uniqueAddresses = [...new Set(addresses)];
  const urls = await findKnown(shop, uniqueAddresses);
  const remembered = await rememberPictures(shop);
  const report: FoundPictures['report'] = { stored: 0, known: urls.size, toStore: 0, failed: [] };
  const stored = new Set<string>();
  const named = await picturesNamed(shop, uniqueAddresses.map(fileNameOf));
  const importedUrls = new Set(remembered.values());
  const attached = matchAttached(uniqueAddresses, attachments);
  const ambiguousNames = sharedNames(uniqueAddresses, attachments);
  const waiting: { address: string; read: () => Promise<Taken> }[] = [];
  for (const address of uniqueAddresses) {
    if (urls.has(address)) continue;
    const fileName = fileNameOf(address);
    const name = names.get(address) ?? fileName;
    const file = attached.get(address);
    const existingPicture = named.get(fileName);
    // A picture with the same name at another address is a different picture.
    const isElsewhere =
      existingPicture && (importedUrls.has(existingPicture.url) || (existingPicture.sourceUrl ?? address) !== address);
    if (remembered.has(address))
      report.failed.push({ address, reason: 'It was imported before and has been deleted since' });
    else if (file) waiting.push({ address, read: async () => ({ bytes: await file.read(), name }) });
    else if (remote?.serves(address)) waiting.push({ address, read: () => fetchPicture(remote, address, name) });
    else if (existingPicture && !isElsewhere && !ambiguousNames.has(fileName)) {
      urls.set(address, existingPicture.url);
      report.known += 1;
    } else {
      const why = ambiguousNames.has(fileName) ? `Several pictures are named ${fileName}` : 'It is not in Photos';
      report.failed.push({ address, reason: `${why}${remote ? '' : NAME_THE_HOST}` });
    }
  }
  if (dryRun) {
    for (const { address } of waiting) urls.set(address, TO_STORE);
    return { urls, stored, report: { ...report, toStore: waiting.length } };
  }
  const next = waiting.values();
  const work = async () => {
    for (const { address, read } of next) {
      const picture = await read();
      const reason = 'reason' in picture ? picture.reason : await store(address, picture);
      if (reason !== undefined) report.failed.push({ address, reason });
    }
  };
  const store = async (address: string, { bytes, name }: { bytes: Uint8Array; name: string }) => {
    const picture = await storePicture(shop, { bytes, originalFilename: name });
    if (!picture.ok) return storeRefusal(picture);
    await notePicture(shop, address, picture.value.url);
    urls.set(address, picture.value.url);
    stored.add(address);
    report.stored += 1;
    return undefined;
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return { urls, stored, report };
}

function sharedNames(addresses: readonly string[], attached: readonly AttachedPicture[]): Set<string> {
  const inFolders = addresses.filter((address) => address.includes('/'));
  const ofAddresses = [...new Set(inFolders.map(withoutQuery))].map(fileNameOf);
  const ofFiles = attached.map(({ path }) => path.split('/').at(-1)!);
  const findRepeated = (names: string[]) =>
    [...Map.groupBy(names, (name) => name)].flatMap(([name, all]) => (all.length > 1 ? name : []));
  return new Set([...findRepeated(ofAddresses), ...findRepeated(ofFiles)]);
}

type Taken = { bytes: Uint8Array; name: string } | { reason: string };

const NAME_THE_HOST = ', and no host was named to fetch it from (--pictures-from)';

async function fetchPicture(pictures: RemotePictures, address: string, name: string): Promise<Taken> {
  const fetched = await pictures.fetch(address);
  return fetched.ok ? { bytes: fetched.value.bytes, name } : { reason: fetched.data.message };
}

async function findKnown(shop: Shop, addresses: readonly string[]): Promise<Map<string, string>> {
  const remembered = await rememberPictures(shop);
  const urlOf = (address: string) => remembered.get(address) ?? (isMediaUrl(address) ? address : undefined);
  const urls = addresses.flatMap((address) => urlOf(address) ?? []);
  const there = await picturesByUrl(shop, urls);
  return new Map(
    addresses.flatMap((address): [string, string][] => {
      const url = urlOf(address);
      return url !== undefined && there.has(url) ? [[address, url]] : [];
    }),
  );
}
