import { getDocumentPdf } from '#app/modules/payments/invoice-documents/invoice-documents.server.ts';
import { takeToken } from '#app/platform/limits.server.ts';
import { tooManyRequests } from '#app/routes/retry-after.ts';
import { actorId, type Shop } from '#app/platform/shop.server.ts';

/** Creating a PDF takes a lot of server time. */
const DOWNLOADS = { capacity: 20, refillPerMinute: 20 };

/**
 * Returns a document, by default the invoice. Not cached. Rate-limited per person, or per order for an emailed link.
 */
export async function paperFile(shop: Shop, orderId: string, paperId?: string): Promise<Response> {
  const allowed = await takeToken(shop, `paper-pdf:${actorId(shop) ?? orderId}`, DOWNLOADS);
  if (!allowed.ok) throw new Response('Too many downloads. Wait a minute, then try again.', tooManyRequests(allowed));
  const { name, bytes } = await getDocumentPdf(shop, orderId, paperId);
  return new Response(new Uint8Array(bytes), {
    headers: {
      'Content-Type': 'application/pdf',
      'Content-Length': String(bytes.length),
      'Content-Disposition': `attachment; filename="${name}"`,
      'Cache-Control': 'no-store',
      'X-Content-Type-Options': 'nosniff',
    },
  });
}
