import { waitForDatabaseOnce } from '#app/platform/database/database.server.ts';
import type { Middleware } from '#server/hono-env.ts';

/** Counts running requests. Each request waits at most once for an unavailable database. */
export function countAnswering(): { isAnswering: () => boolean; count: Middleware } {
  let answering = 0;
  return {
    isAnswering: () => answering > 0,
    count: async (_context, next) => {
      answering += 1;
      try {
        await waitForDatabaseOnce(next);
      } finally {
        answering -= 1;
      }
    },
  };
}
