/** What a table has under a name that somebody sent; undefined for a name that is only what every object has, like `toString`. */
export const ownValue = <Value>(table: Readonly<Record<string, Value>>, name: string | null): Value | undefined =>
  name !== null && Object.hasOwn(table, name) ? table[name] : undefined;
