export function BreadcrumbData({
  shopUrl,
  trail,
}: {
  shopUrl: string;
  trail: readonly [name: string, path: string][];
}) {
  return (
    <StructuredData
      value={{
        '@type': 'BreadcrumbList',
        itemListElement: trail.map(([name, path], place) => ({
          '@type': 'ListItem',
          position: place + 1,
          name,
          item: shopUrl + path,
        })),
      }}
    />
  );
}

/** JSON-LD for search engines, the shop's only raw HTML (T10). `<` is escaped, so that no value ends the script. */
export function StructuredData({ value }: { value: Record<string, unknown> }) {
  const json = JSON.stringify({ '@context': 'https://schema.org', ...value }).replaceAll('<', String.raw`\u003c`);
  // eslint-disable-next-line react/no-danger -- the only place, which is audited
  return <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: json }} />;
}
