import type { HtmlToTextOptions } from 'html-to-text';

const NOT_SHOWN = ['img', 'iframe', 'object', 'svg', 'noscript', 'template', 'form'];
const HEADINGS = ['h1', 'h2', 'h3', 'h4', 'h5', 'h6'];
const OPTIONS: HtmlToTextOptions = {
  wordwrap: false,
  selectors: [
    ...NOT_SHOWN.map((selector) => ({ selector, format: 'skip' })),
    ...HEADINGS.map((selector) => ({
      selector,
      options: { uppercase: false, leadingLineBreaks: 2, trailingLineBreaks: 2 },
    })),
    { selector: 'a', options: { ignoreHref: true } },
    { selector: 'ul', options: { itemPrefix: '• ' } },
    { selector: 'table', format: 'dataTable', options: { uppercaseHeaderCells: false } },
  ],
};

const BLOCK = 'p|div|ul|ol|li|h[1-6]|table|thead|tbody|tr|td|th|br|hr|blockquote|section|article';
const HAS_BLOCKS = new RegExp(`<(${BLOCK})\\b`, 'i');
const TEXT_BREAK = new RegExp(`(?<!<\\/?(?:${BLOCK})\\b[^<>]*>\\s*)\\n(?!\\s*<\\/?(?:${BLOCK})\\b)`, 'gi');

const MAX_HTML = 1_000_000;

export type PlainText = (html: string, options?: { keepsLines?: boolean }) => string;

/** Converts HTML to plain text with bullets and table columns. */
export async function loadPlainText(): Promise<PlainText> {
  const { convert } = await import('html-to-text');
  return (html, { keepsLines = false } = {}) => {
    if (html.length > MAX_HTML) return html;
    return convert(keepsLines || !HAS_BLOCKS.test(html) ? html.replace(TEXT_BREAK, '<br>') : html, OPTIONS)
      .replace(/[ \t]+$/gm, '')
      .replace(/\n{3,}/g, '\n\n')
      .trim();
  };
}
