export type Checked = { state: 'success' | 'error'; words: string };

/** What a diagnostic read came to. A failure is its result and is shown; the database's own words, without the query. */
export async function checked(check: () => Promise<string>): Promise<Checked> {
  return check().then(
    (words) => ({ state: 'success', words }),
    (trouble: unknown) => {
      if (trouble instanceof Error && trouble.name === 'NotFound') throw trouble;
      const said = trouble instanceof Error && trouble.cause instanceof Error ? trouble.cause : trouble;
      return { state: 'error', words: said instanceof Error && said.message ? said.message : 'Unknown error' };
    },
  );
}
