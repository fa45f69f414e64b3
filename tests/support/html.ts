const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#x27': "'", '#39': "'" };
const decode = (text: string) => text.replace(/&(#?\w+);/g, (whole, name: string) => ENTITIES[name] ?? whole);
const attribute = (tag: string, name: string) => {
  const [, value] = new RegExp(`\\s${name}="([^"]*)"`).exec(tag) ?? [];
  return value === undefined ? undefined : decode(value);
};

export function fieldsOf(html: string): [name: string, value: string][] {
  const fields: [string, string][] = [];
  for (const [tag] of html.matchAll(/<input\b[^>]*>/g)) {
    const name = attribute(tag, 'name');
    const isUnticked = /\stype="(checkbox|radio)"/.test(tag) && !/\schecked(=|\s|\/|>)/.test(tag);
    if (name && !isUnticked) fields.push([name, attribute(tag, 'value') ?? '']);
  }
  for (const [, open = '', options = ''] of html.matchAll(/<select\b([^>]*)>(.*?)<\/select>/gs)) {
    const name = attribute(open, 'name');
    const [chosen] = /<option[^>]*\sselected=""[^>]*>/.exec(options) ?? [];
    if (name) fields.push([name, (chosen && attribute(chosen, 'value')) ?? '']);
  }
  return fields;
}

/** Word joiners are omitted, because readers do not see them. */
export const textOf = (html: string): string =>
  decode(html.replace(/<(script|style)\b.*?<\/\1>/gs, ' ').replace(/<[^>]+>/g, ' '))
    .replaceAll('\u2060', '')
    .replace(/\s+/g, ' ');
