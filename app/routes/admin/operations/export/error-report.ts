import { shopContext } from '#app/routes/request-context.server.ts';
import type { Route } from './+types/error-report.ts';
import { writeErrorReport } from './error-report.server.ts';

export async function loader({ context }: Route.LoaderArgs) {
  return new Response(await writeErrorReport(context.get(shopContext)), {
    headers: {
      'Content-Type': 'text/plain; charset=utf-8',
      'Content-Disposition': 'attachment; filename="error-report.txt"',
      'Cache-Control': 'no-store',
    },
  });
}
