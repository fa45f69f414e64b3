/** The list with one moved to another place; as it was when there is no such place. */
export function moveItem<Item>(items: readonly Item[], from: number, to: number): Item[] {
  const rest = [...items];
  if (from < 0 || from >= rest.length || to < 0 || to >= rest.length) return rest;
  rest.splice(to, 0, ...rest.splice(from, 1));
  return rest;
}

/** The list after 'earlier 1', 'later 0' or 'remove 2', as the buttons beside its items send it; anything else leaves it as it is. */
export function rearrange(items: readonly string[], intent: string): string[] {
  const [verb, place] = intent.split(' ');
  const at = Number(place);
  if (verb === 'earlier') return moveItem(items, at, at - 1);
  if (verb === 'later') return moveItem(items, at, at + 1);
  return items.filter((_item, index) => verb !== 'remove' || index !== at);
}
