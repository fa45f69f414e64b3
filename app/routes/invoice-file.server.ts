import { getInvoicePdf } from '#app/modules/order-documents/order-documents.server.ts';
import type { Shop } from '#app/platform/shop.server.ts';

/** An order's invoice as a file to keep, which nobody on the way keeps. */
export async function invoiceFile(shop: Shop, orderId: string): Promise<Response> {
  const { name, bytes } = await getInvoicePdf(shop, orderId);
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
