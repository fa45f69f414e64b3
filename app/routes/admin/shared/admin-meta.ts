type Matches = readonly ({ loaderData?: unknown } | undefined)[];

/**
 * Returns what makes the head of an admin page: the title '{title} | {shop name}', which an outer loader knows, and that no search engine
 * lists it.
 */
export const adminMeta =
  (title: string) =>
  ({ matches }: { matches: Matches }) => {
    const shopName = matches
      .map((match) => (match?.loaderData as { shopName?: string } | undefined)?.shopName)
      .find((known) => known !== undefined);
    return [{ title: `${title} | ${shopName ?? 'Bisvar'}` }, { name: 'robots', content: 'noindex' }];
  };
