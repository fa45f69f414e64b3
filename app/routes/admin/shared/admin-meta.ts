type Matches = readonly ({ loaderData?: unknown } | undefined)[];

export const adminMeta =
  (title: string) =>
  ({ matches }: { matches: Matches }) => {
    const shopName = matches
      .map((match) => (match?.loaderData as { shopName?: string } | undefined)?.shopName)
      .find((known) => known !== undefined);
    return [{ title: `${title} | ${shopName ?? 'Bisvar'}` }, { name: 'robots', content: 'noindex' }];
  };
