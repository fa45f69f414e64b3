import { getPaperPdf } from '#app/modules/order-documents/order-documents.server.ts';
import type { Shop } from '#app/platform/shop.server.ts';

/** A paper of an order, its invoice unless another is named, as a file to keep, which nobody on the way keeps. */
export async function paperFile(shop: Shop, orderId: string, paperId?: string): Promise<Response> {
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
