/** A picture file that comes with an import. */
export type AttachedPicture = {
  /** Its path, such as 'pictures/lamp.jpg'. */
  path: string;
  read: () => Promise<Uint8Array>;
};

/** Removes the query: '…/lamp.jpg?width=400' becomes '…/lamp.jpg'. */
export const withoutQuery = (address: string): string => address.replace(/[?#].*$/, '');

/** Returns the uploaded name: '…/artwork-images/1712-abc.jpg?x=1' gives '1712-abc.jpg'. */
export function fileNameOf(address: string): string {
  return decode(withoutQuery(address).split('/').at(-1)!);
}

/**
 * Matches each address with the file of its name; among several, with the one whose folders are most alike. Skips
 * ambiguous ones.
 */
export function matchAttached(
  addresses: readonly string[],
  attached: readonly AttachedPicture[],
): Map<string, AttachedPicture> {
  const files = groupByEndings(attached, ({ path }) => path);
  // An address without folders matches any folder.
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
