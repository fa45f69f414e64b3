/** Returns undefined for inherited properties such as `toString`. */
export const ownValue = <Value>(table: Readonly<Record<string, Value>>, name: string | null): Value | undefined =>
  name !== null && Object.hasOwn(table, name) ? table[name] : undefined;
