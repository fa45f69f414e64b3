export type AttachedPicture = {
  path: string;
  read: () => Promise<Uint8Array>;
};

export const withoutQuery = (address: string): string => address.replace(/[?#].*$/, '');

/** Returns '1712-abc.jpg' for '…/artwork-images/1712-abc.jpg?x=1'. */
export function fileNameOf(address: string): string {
  return decode(withoutQuery(address).split('/').at(-1)!);
}

/** Matches addresses with files by name, then by the most similar folders. Skips ambiguous addresses. */
export function matchAttached(
  addresses: readonly string[],
  attached: readonly AttachedPicture[],
): Map<string, AttachedPicture> {
  const files = groupByEndings(attached, ({ path }) => path);
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
