export type XmlElement = { name: string; children: XmlElement[]; text: string };

const TOKEN = /<\?xml [^<>]*\?>|<\/([\w:.-]+)\s*>|<([\w:.-]+)((?:\s+[\w:.-]+="[^"<]*")*)\s*(\/?)>|([^<]+)/y;
const NOT_IN_XML = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/u;
const BARE_AMPERSAND = /&(?!(?:amp|lt|gt|quot|apos|#\d+|#x[\da-f]+);)/i;
const ENTITIES: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"', '&apos;': "'" };

/** Reads XML without DOCTYPE, comments and CDATA. Throws for a document that is not well-formed. */
export function readXml(source: string): XmlElement {
  if (NOT_IN_XML.test(source)) throw new Error('a character that XML forbids');
  if (BARE_AMPERSAND.test(source) || source.includes(']]>')) throw new Error('an unescaped & or ]]>');
  const document: XmlElement = { name: '', children: [], text: '' };
  const open = [document];
  const token = new RegExp(TOKEN);
  while (token.lastIndex < source.length) {
    const at = token.lastIndex;
    const [whole, closed, opened, , isEmpty, text] = token.exec(source) ?? [];
    if (whole === undefined) throw new Error(`not XML: ${source.slice(at, at + 60)}`);
    const current = open.at(-1)!;
    if (text !== undefined) current.text += text.replace(/&\w+;/g, (entity) => ENTITIES[entity] ?? entity);
    if (closed !== undefined && open.pop()?.name !== closed) throw new Error(`</${closed}> closes ${current.name}`);
    if (opened !== undefined) {
      const element = { name: opened, children: [], text: '' };
      current.children.push(element);
      if (!isEmpty) open.push(element);
    }
  }
  const [root] = document.children;
  if (open.length !== 1 || !root || document.children.length > 1 || document.text.trim() !== '')
    throw new Error('not one closed root element');
  return root;
}

/** Returns the texts of the children with this name. */
export const textsOf = (element: XmlElement, name: string): string[] =>
  element.children.filter((child) => child.name === name).map((child) => child.text);
