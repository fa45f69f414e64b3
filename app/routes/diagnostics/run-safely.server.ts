export type CheckResult = { state: 'success' | 'error'; text: string };

/** Runs a check. A failure becomes a result with the database's message, but without the query. */
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
