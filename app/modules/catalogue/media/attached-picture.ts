/** A picture file beside the tables of an import. */
export type AttachedPicture = {
  /** Where it lies in their folder, like 'pictures/lamp.jpg'. */
  path: string;
  read: () => Promise<Uint8Array>;
};

/** The address of a picture without what its host is told beside it: '…/lamp.jpg?width=400' is '…/lamp.jpg'. */
export const withoutQuery = (address: string): string => address.replace(/[?#].*$/, '');

/** '…/artwork-images/1712-abc.jpg?x=1' was uploaded as '1712-abc.jpg'. */
export function fileNameOf(address: string): string {
  return decode(withoutQuery(address).split('/').at(-1)!);
}

/**
 * The file that each address means: the one of its name, and where several files or several addresses have that name, the one whose
 * folders are like this address's more than any other's. An address for which that isn't plain is not in the map.
 */
export function matchAttached(
  addresses: readonly string[],
  attached: readonly AttachedPicture[],
): Map<string, AttachedPicture> {
  const files = groupByEndings(attached, ({ path }) => path);
  // One that says no folder is no other picture.
  const inFolders = addresses.filter((address) => address.includes('/'));
  const others = groupByEndings([...new Set(inFolders.map(withoutQuery))], decode);
  return new Map(
    addresses.flatMap((address): [string, AttachedPicture][] => {
      const longest = endingsOf(decode(withoutQuery(address))).find((ending) => files.has(ending));
      const [file, ...more] = longest === undefined ? [] : files.get(longest)!;
      const isPlain = more.length === 0 && (others.get(longest!)?.length ?? 0) <= 1;
      return file && isPlain ? [[address, file]] : [];
    }),
  );
}

function groupByEndings<Item>(items: readonly Item[], pathOf: (item: Item) => string): Map<string, Item[]> {
  const groups = new Map<string, Item[]>();
  for (const item of items)
    for (const ending of endingsOf(pathOf(item))) {
      const group = groups.get(ending);
      if (group) group.push(item);
      else groups.set(ending, [item]);
    }
  return groups;
}

/** 'a/b/1.jpg', 'b/1.jpg', '1.jpg' */
function endingsOf(path: string): string[] {
  const parts = path.split('/');
  return parts.map((_, from) => parts.slice(from).join('/'));
}

function decode(address: string): string {
  try {
    return decodeURIComponent(address);
  } catch {
    return address;
  }
}
