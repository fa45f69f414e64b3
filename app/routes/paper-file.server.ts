import { getPaperPdf } from '#app/modules/payments/invoice-documents/invoice-documents.server.ts';
import { takeToken } from '#app/platform/limits.server.ts';
import { tooManyRequests } from '#app/routes/retry-after.ts';
import { signedIn, type Shop } from '#app/platform/shop.server.ts';

/** Making a PDF takes a moment of the server's time. */
const DOWNLOADS = { capacity: 20, refillPerMinute: 20 };

/** A paper of an order, its invoice unless another is named, as a file to keep, which nobody on the way keeps. Limited for each person. */
export async function paperFile(shop: Shop, orderId: string, paperId?: string): Promise<Response> {
  const allowed = await takeToken(shop, `paper-pdf:${signedIn(shop).userId}`, DOWNLOADS);
  if (!allowed.ok) throw new Response('Too many downloads. Wait a minute, then try again.', tooManyRequests(allowed));
  const { name, bytes } = await getPaperPdf(shop, orderId, paperId);
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
