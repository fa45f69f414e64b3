import { index, layout, route, type RouteConfig } from '@react-router/dev/routes';

const gallery = 'routes/storefront/gallery.tsx';

export default [
  layout('routes/storefront/layout.tsx', [
    index('routes/storefront/home.tsx'),
    route('gallery', gallery),
    ...['fabric', 'oil', 'handcraft', 'skin-care'].map((category) =>
      route(`gallery/${category}`, gallery, { id: `gallery-${category}` }),
    ),
    route('artwork', 'routes/storefront/home.tsx', { id: 'artwork-without-id' }),
    route('artwork/:id', 'routes/storefront/artwork.tsx'),
    route('login', 'routes/storefront/login.tsx'),
    route('wishlist', 'routes/storefront/wishlist.ts'),
    route('reset-password', 'routes/storefront/reset-password.tsx'),
    route('cart', 'routes/storefront/cart.tsx'),
    route('track-order', 'routes/storefront/track-order.tsx'),
    route('custom-order', 'routes/storefront/custom-order/custom-order.tsx'),

    // What is to be read.
    route('about', 'routes/storefront/pages/about.tsx'),
    route('services', 'routes/storefront/pages/services.tsx'),
    route('contact', 'routes/storefront/pages/contact.tsx'),
    route('faq', 'routes/storefront/pages/faq.tsx'),
    route('shipping', 'routes/storefront/pages/shipping.tsx'),
    route('returns', 'routes/storefront/pages/returns.tsx'),
    route('size-guide', 'routes/storefront/pages/size-guide.tsx'),
    route('care-instructions', 'routes/storefront/pages/care-instructions.tsx'),
    route('cookies', 'routes/storefront/pages/cookies.tsx'),
    route('privacy', 'routes/storefront/pages/privacy.tsx'),
    route('terms', 'routes/storefront/pages/terms.tsx'),

    // What belongs to the person who is signed in.
    route('profile', 'routes/account/layout.tsx', [
      index('routes/account/profile.tsx'),
      route('orders', 'routes/account/orders.tsx'),
      route('orders/:id/return', 'routes/account/return.tsx'),
      route('wishlist', 'routes/account/wishlist.tsx'),
    ]),

    // What is nowhere in this list: home, with status 404.
    route('*', 'routes/storefront/not-found.tsx'),
  ]),
  route('checkout', 'routes/storefront/checkout/checkout.tsx'),

  // What the payment window asks; all of it is about an order of the visitor's own.
  route('checkout/payment/:orderId', 'routes/storefront/payment/status.ts'),
  route('checkout/payment/:orderId/attempts', 'routes/storefront/payment/attempts.ts'),
  route('checkout/payment/:orderId/callback', 'routes/storefront/payment/callback.ts'),
  route('checkout/payment/:orderId/cancellation', 'routes/storefront/payment/cancellation.ts'),
  route('checkout/payment/:orderId/claim', 'routes/storefront/payment/claim.ts'),
  route('checkout/payment/:orderId/reference', 'routes/storefront/payment/reference.ts'),
  route('checkout/payment/:orderId/rehearsal', 'routes/storefront/payment/rehearsal.ts'),
  route('checkout/payment/:orderId/cart', 'routes/storefront/payment/cart.ts'),

  // Papers, to be read and printed: a quiet bar and the sheet.
  route('profile/orders/:id/invoice', 'routes/account/invoice.tsx'),
  route('profile/orders/:id/invoice.pdf', 'routes/account/invoice-pdf.ts'),
  route('admin/orders/:id/invoice', 'routes/admin/order-invoice.tsx'),
  route('admin/orders/:id/invoice.pdf', 'routes/admin/order-invoice-pdf.ts'),
  route('admin/orders/:id/packing-slip', 'routes/admin/order-packing-slip.tsx'),
  route('admin/orders/:id/label', 'routes/admin/order-label.tsx'),
  route('admin/orders/papers', 'routes/admin/order-papers.tsx'),

  // What buttons post to.
  route('logout', 'routes/storefront/logout.ts'),
  route('cart/lines', 'routes/storefront/cart-lines.ts'),
  route('cart/lines/:lineId', 'routes/storefront/cart-line.ts'),
  route('cart/clearing', 'routes/storefront/cart-clearing.ts'),
  route('cart/reorder', 'routes/storefront/cart-reorder.ts'),
  route('cart/coupon', 'routes/storefront/cart-coupon.ts'),
  route('wishlist/entries', 'routes/storefront/wishlist-entries.ts'),
  route('kept-things', 'routes/storefront/kept-things.ts'),
  route('custom-order/pictures', 'routes/storefront/custom-order/pictures.ts'),
  route('custom-order/pictures/:id', 'routes/storefront/custom-order/picture.ts'),
  route('profile/orders/:id/return/photos', 'routes/account/return-photos.ts'),
  route('profile/orders/:id/return/photos/:photoId', 'routes/account/return-photo.ts'),

  route('admin', 'routes/admin/layout.tsx', [
    index('routes/admin/overview.tsx'),
    route('orders', 'routes/admin/orders.tsx', [
      route('ship', 'routes/admin/orders-ship.tsx'),
      route(':id', 'routes/admin/order.tsx'),
      route(':id/archive', 'routes/admin/order-archive.tsx'),
    ]),
    route('orders/new', 'routes/admin/order-new.tsx'),
    route('requests', 'routes/admin/requests.tsx', [route(':id', 'routes/admin/request.tsx')]),
    route('payments', 'routes/admin/payments.tsx'),
    route('contact', 'routes/admin/contact.tsx', [route(':id', 'routes/admin/contact-message.tsx')]),
    route('returns', 'routes/admin/returns.tsx', [route(':id', 'routes/admin/return.tsx')]),
    route('messages', 'routes/admin/messages.tsx', [route(':id', 'routes/admin/message.tsx')]),
  ]),
  route('admin/orders/bulk', 'routes/admin/orders-bulk.ts'),
  route('admin/orders/:id/notes/:noteId/removal', 'routes/admin/order-note-removal.ts'),
  route('admin/orders/:id/version', 'routes/admin/order-version.ts'),
  route('admin/orders/:id/shipment', 'routes/admin/order-shipment.ts'),
  route('admin/orders/:id/status', 'routes/admin/order-status.ts'),
  route('admin/orders/:id/verification', 'routes/admin/order-verification.ts'),
  route('admin/payments/matches', 'routes/admin/payment-matches.ts'),
  route('admin/payments/matches/:batch/undoing', 'routes/admin/payment-matches-undoing.ts'),
  route('admin/requests/:id/invitation', 'routes/admin/request-invitation.ts'),
  route('admin/requests/:id/rejection', 'routes/admin/request-rejection.ts'),
  route('admin/returns/:id/answer', 'routes/admin/return-answer.ts'),
  route('admin/returns/:id/receipt', 'routes/admin/return-receipt.ts'),
  route('admin/messages/:id/mail', 'routes/admin/message-mail.ts'),
  route('admin/messages/:id/resend', 'routes/admin/message-resend.ts'),
  route('admin/events/:id/resend', 'routes/admin/event-resend.ts'),

  // What machines call. /healthz and /readyz are answered by the server itself, before anything that may break.
  route('api/auth/*', 'routes/api/auth.ts'),
  route('api/events', 'routes/api/events.ts'),
  route('api/webhooks/razorpay', 'routes/api/webhooks/razorpay.ts'),
  route('api/search', 'routes/api/search.ts'),
  route('media/*', 'routes/api/media.ts'),
  route('inspiration/:id', 'routes/api/inspiration.ts'),
  route('sitemap.xml', 'routes/api/sitemap.ts'),
  route('robots.txt', 'routes/api/robots.ts'),
  route('manifest.webmanifest', 'routes/api/manifest.ts'),
] satisfies RouteConfig;
