export type CheckResult = { state: 'success' | 'error'; text: string };

/** What a diagnostic read came to. A failure is its result and is shown; the database's own words, without the query. */
export async function runSafely(check: () => Promise<string>): Promise<CheckResult> {
  return check().then(
    (text) => ({ state: 'success', text }),
    (error: unknown) => {
      if (error instanceof Error && error.name === 'NotFound') throw error;
      const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
      return { state: 'error', text: cause instanceof Error && cause.message ? cause.message : 'Unknown error' };
    },
  );
}
