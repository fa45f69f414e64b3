import { privatePictureTable } from '#app/modules/catalogue/media/tables.server.ts';
import { orderRequests } from '#app/modules/order-requests/tables.server.ts';

/** Inspiration pictures of custom orders. */
export const orderRequestImages = privatePictureTable('order_request_images', () => orderRequests.id);
