export function moveItem<Item>(items: readonly Item[], from: number, to: number): Item[] {
  const rest = [...items];
  if (from < 0 || from >= rest.length || to < 0 || to >= rest.length) return rest;
  rest.splice(to, 0, ...rest.splice(from, 1));
  return rest;
}

/** Applies 'earlier 1', 'later 0' or 'remove 2'. Ignores other values. */
export function rearrange(items: readonly string[], intent: string): string[] {
  const [verb, place] = intent.split(' ');
  const at = Number(place);
  if (verb === 'earlier') return moveItem(items, at, at - 1);
  if (verb === 'later') return moveItem(items, at, at + 1);
  return items.filter((_item, index) => verb !== 'remove' || index !== at);
}
