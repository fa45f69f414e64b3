/**
 * Facts for search engines as JSON-LD. The one place that writes raw HTML (T10): the value is JSON, and `<` can't stand
 * in it, so nothing in a title can end the script.
 */
export function StructuredData({ value }: { value: Record<string, unknown> }) {
  const json = JSON.stringify({ '@context': 'https://schema.org', ...value }).replaceAll('<', String.raw`\u003c`);
  // eslint-disable-next-line react/no-danger -- the one audited place
  return <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: json }} />;
}
