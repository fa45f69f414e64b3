import { Marked, type Token, type Tokens } from 'marked';
import { safeReturn } from '#app/platform/safe-return.ts';
import type { Block, Inline, PolicySection, PolicyText } from './policy.ts';

/** marked also links parts of email addresses, so `linkAddresses` replaces its links. */
const marked = new Marked({
  tokenizer: { url: (source) => (/^(https?:|ftp:|www\.)/i.test(source) ? false : undefined) },
});

/** Parses headings, paragraphs, lists, bold, italics and links. HTML, pictures, code and tables stay as typed. */
export function parseMarkdown(text: string): PolicyText {
  const intro: Block[] = [];
  const sections: PolicySection[] = [];
  for (const token of marked.lexer(text)) {
    if (isHeading(token) && token.depth <= 2) {
      const title = plain(inlines(token.tokens));
      sections.push({ id: anchorOf(title, sections), title, blocks: [] });
    } else (sections.at(-1)?.blocks ?? intro).push(...blocks([token]));
  }
  return { intro, sections };
}

const isHeading = (token: Token): token is Tokens.Heading => token.type === 'heading';

function anchorOf(title: string, before: readonly PolicySection[]): string {
  const base =
    title
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, '-')
      .replace(/^-|-$/g, '') || 'section';
  const taken = new Set(before.map(({ id }) => id));
  let id = base;
  for (let number = 2; taken.has(id); number += 1) id = `${base}-${number}`;
  return id;
}

function blocks(tokens: readonly Token[]): Block[] {
  return tokens.flatMap((token): Block[] => {
    switch (token.type) {
      case 'space':
      case 'def':
      case 'hr':
        return [];
      case 'heading':
        return [{ kind: 'heading', children: inlines((token as Tokens.Heading).tokens) }];
      case 'paragraph':
      case 'text':
        return [{ kind: 'paragraph', children: inlines((token as Tokens.Paragraph).tokens ?? [token]) }];
      case 'list': {
        const { ordered, items } = token as Tokens.List;
        return [{ kind: 'list', isOrdered: ordered, items: items.map((item) => blocks(item.tokens)) }];
      }
      case 'blockquote':
        return blocks((token as Tokens.Blockquote).tokens);
      default:
        return [{ kind: 'paragraph', children: [token.raw.trim()] }];
    }
  });
}

function inlines(tokens: readonly Token[]): Inline[] {
  return linkAddresses(joinTexts(tokens.flatMap(inline)));
}

function inline(token: Token): Inline[] {
  switch (token.type) {
    case 'strong':
    case 'em':
      return [{ kind: token.type, children: inlines((token as Tokens.Strong).tokens) }];
    case 'br':
      return [{ kind: 'break' }];
    case 'link': {
      const { href, tokens: inside } = token as Tokens.Link;
      const children = joinTexts(inside.flatMap(inline));
      return isSafeLink(href) ? [{ kind: 'link', to: href, children }] : children;
    }
    case 'text':
    case 'escape':
      return [unescapeEntities((token as Tokens.Text).text)];
    default:
      return [token.raw];
  }
}

const joinTexts = (children: readonly Inline[]): Inline[] =>
  children.reduce<Inline[]>((joined, child) => {
    const last = joined.at(-1);
    if (typeof child !== 'string' || typeof last !== 'string') return [...joined, child];
    return [...joined.slice(0, -1), last + child];
  }, []);

const ADDRESS =
  /(?<![\p{L}\p{N}.!#$%&'*+/=?^_`{|}~@-])([\w.!#$%&'*+/=?^`{|}~-]+@(?:[a-z\d-]+\.)+[a-z]{2,})(?![\p{L}\p{N}_@-])/giu;

const linkAddresses = (children: readonly Inline[]): Inline[] =>
  children.flatMap((child) =>
    typeof child === 'string'
      ? child
          .split(ADDRESS)
          .map((part, at): Inline => (at % 2 === 0 ? part : { kind: 'link', to: `mailto:${part}`, children: [part] }))
          .filter((part) => part !== '')
      : [child],
  );

const isSafeLink = (to: string): boolean => /^(https:\/\/|mailto:|tel:|#)/.test(to) || safeReturn(to, '') !== '';

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', nbsp: ' ' };
const unescapeEntities = (text: string): string =>
  text.replace(/&(amp|lt|gt|quot|nbsp);/g, (_, name) => ENTITIES[name]!);

const plain = (children: readonly Inline[]): string =>
  children
    .map((child) => (typeof child === 'string' ? child : child.kind === 'break' ? ' ' : plain(child.children)))
    .join('');
