import { BYTE_ORDER_MARK } from '#app/platform/export/zip.server.ts';

/** Excel needs the byte order mark to read UTF-8. */
export function csvFile(name: string, table: string | ReadableStream<Uint8Array>): Response {
  const headers = {
    'Content-Type': 'text/csv; charset=utf-8',
    'Content-Disposition': `attachment; filename="${name}"`,
    'Cache-Control': 'no-store',
  };
  if (typeof table === 'string') return new Response(BYTE_ORDER_MARK + table, { headers });
  const start = (to: TransformStreamDefaultController<Uint8Array>) => to.enqueue(Buffer.from(BYTE_ORDER_MARK));
  return new Response(table.pipeThrough(new TransformStream({ start })), { headers });
}
