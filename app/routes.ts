import { index, layout, route, type RouteConfig } from '@react-router/dev/routes';

const gallery = 'routes/storefront/gallery/gallery.tsx';

export default [
  layout('routes/storefront/layout.tsx', [
    layout('routes/storefront/problems.tsx', [
      index('routes/storefront/home/home.tsx'),
      route('gallery', gallery),
      ...['fabric', 'oil', 'handcraft', 'skin-care'].map((category) =>
        route(`gallery/${category}`, gallery, { id: `gallery-${category}` }),
      ),
      route('artwork', 'routes/storefront/home/home.tsx', { id: 'artwork-without-id' }),
      route('artwork/:id', 'routes/storefront/artwork/artwork.tsx'),
      route('collections', 'routes/storefront/collections/collections.tsx'),
      route('collections/:slug', 'routes/storefront/collections/collection.tsx'),
      route('login', 'routes/storefront/sign-in/login.tsx'),
      route('wishlist', 'routes/storefront/wishlist.ts'),
      route('wishlist/guest', 'routes/storefront/guest-wishlist.tsx'),
      route('wishlist/shared/:token', 'routes/storefront/shared-wishlist.tsx'),
      route('reset-password', 'routes/storefront/sign-in/reset-password.tsx'),
      route('invitation', 'routes/storefront/sign-in/invitation.tsx'),
      route('verify-email', 'routes/storefront/sign-in/verify-email.tsx'),
      route('cart', 'routes/storefront/cart/cart.tsx'),
      route('cart/lines/:lineId/personalization', 'routes/storefront/cart/personalization.tsx'),
      route('track-order', 'routes/storefront/track-order/track-order.tsx'),
      route('not-my-order', 'routes/storefront/track-order/not-my-order.tsx'),
      route('refund', 'routes/storefront/track-order/refund.tsx'),
      route('custom-order', 'routes/storefront/custom-order/custom-order.tsx'),
      route('commission/:token', 'routes/storefront/request/request.tsx'),
      route('commission/:token/pay', 'routes/storefront/request/pay.tsx'),

      // Information pages.
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

      // The customer's account.
      route('profile', 'routes/account/layout.tsx', [
        index('routes/account/profile.tsx'),
        route('addresses/:id', 'routes/account/address.tsx'),
        route('orders', 'routes/account/orders.tsx'),
        route('orders/:id/pay', 'routes/account/pay.tsx'),
        route('orders/:id/return', 'routes/account/return.tsx'),
        route('requests', 'routes/account/requests.tsx'),
        route('requests/:id', 'routes/account/request.tsx'),
        route('wishlist', 'routes/account/wishlist.tsx'),
        route('security', 'routes/account/security/security.tsx'),
        route('security/email', 'routes/account/security/email.tsx'),
        route('security/password', 'routes/account/security/password.tsx'),
        route('security/two-step', 'routes/account/security/two-step.tsx'),
        route('security/google', 'routes/account/security/google.tsx'),
        route('settings', 'routes/account/settings.tsx', [route('deletion', 'routes/account/deletion.tsx')]),
      ]),

      // Unknown addresses show home with status 404.
      route('*', 'routes/storefront/not-found.tsx'),
    ]),
  ]),
  route('checkout', 'routes/storefront/checkout/checkout.tsx'),

  route('checkout/typed-address', 'routes/storefront/checkout/typed-address.ts'),

  // The payment window.
  route('checkout/payment/:orderId', 'routes/storefront/payment/payment.ts'),
  route('checkout/payment/:orderId/return', 'routes/storefront/payment/return.ts'),

  // Papers to print.
  route('profile/orders/:id/invoice', 'routes/account/paper.tsx', { id: 'invoice' }),
  route('profile/orders/:id/invoice.pdf', 'routes/account/paper-pdf.ts', { id: 'invoice-pdf' }),
  route('profile/orders/:id/papers/:paperId', 'routes/account/paper.tsx'),
  route('profile/orders/:id/papers/:paperId/paper.pdf', 'routes/account/paper-pdf.ts'),
  route('admin/orders/:id/invoice', 'routes/account/paper.tsx', { id: 'admin-invoice' }),
  route('admin/orders/:id/invoice.pdf', 'routes/account/paper-pdf.ts', { id: 'admin-invoice-pdf' }),
  route('admin/orders/:id/papers/:paperId', 'routes/account/paper.tsx', { id: 'admin-paper' }),
  route('admin/orders/:id/papers/:paperId/paper.pdf', 'routes/account/paper-pdf.ts', { id: 'admin-paper-pdf' }),
  route('profile/orders/:id/policies', 'routes/account/order-policies.tsx'),
  route('admin/orders/:id/policies', 'routes/account/order-policies.tsx', { id: 'admin-order-policies' }),
  route('admin/orders/:id/packing-slip', 'routes/admin/orders/orders/papers.tsx', { id: 'packing-slip' }),
  route('admin/orders/:id/label', 'routes/admin/orders/orders/papers.tsx', { id: 'label' }),
  route('admin/orders/papers', 'routes/admin/orders/orders/papers.tsx'),
  route('profile/requests/:id/label', 'routes/requests/label.tsx', { id: 'own-cloth-label' }),
  route('commission/:token/label', 'routes/requests/label.tsx', { id: 'linked-cloth-label' }),

  // A request from its three sides: account, link and studio.
  ...(['profile/requests/:id', 'commission/:token', 'admin/requests/:id'] as const).flatMap((page) => [
    route(`${page}/uploads/:key/:pictureId?`, 'routes/requests/uploads.ts', { id: `${page} uploads` }),
    route(`${page}/pictures/:pictureId`, 'routes/requests/picture.ts', { id: `${page} picture` }),
  ]),

  // Actions of buttons.
  route('logout', 'routes/storefront/sign-in/logout.ts'),
  route('visitor-state', 'routes/storefront/visitor-state.ts'),
  route('custom-order/pictures/:key/:id?', 'routes/storefront/custom-order/pictures.ts'),
  route('profile/orders/:id/return/photos/:photoId?', 'routes/account/return-photos.ts'),

  route('admin', 'routes/admin/layout.tsx', [
    index('routes/admin/overview/overview.tsx'),
    route('opening', 'routes/admin/operations/opening/opening.tsx'),
    route('search', 'routes/admin/search/search.tsx'),
    route('shortcuts', 'routes/admin/shortcuts.tsx'),
    route('artworks', 'routes/admin/catalogue/artworks/artworks.tsx', [
      route('delete', 'routes/admin/catalogue/artworks/delete.tsx'),
      route('out-of-stock', 'routes/admin/catalogue/artworks/out-of-stock.tsx'),
      route('collection', 'routes/admin/catalogue/artworks/collection.tsx'),
      route('price', 'routes/admin/catalogue/artworks/price.tsx'),
      route('stock', 'routes/admin/catalogue/artworks/stock.tsx'),
    ]),
    route('artworks/import', 'routes/admin/catalogue/artworks/import.tsx'),
    route('artworks/new', 'routes/admin/catalogue/artworks/artwork.tsx', { id: 'artwork-new' }),
    route('artworks/:id', 'routes/admin/catalogue/artworks/artwork.tsx', { id: 'artwork-edit' }),
    route('artworks/:id/variants', 'routes/admin/catalogue/artworks/variants.tsx'),
    route('artworks/:id/personalization', 'routes/admin/catalogue/artworks/personalization.tsx'),
    route('artworks/:id/stock-history', 'routes/admin/catalogue/artworks/stock-history.tsx'),
    route('orders', 'routes/admin/orders/orders/orders.tsx', [
      route('ship', 'routes/admin/orders/orders/ship.tsx'),
      route('return-to-sender', 'routes/admin/orders/orders/return-to-sender.tsx'),
      route(':id', 'routes/admin/orders/orders/order.tsx'),
      route(':id/archive', 'routes/admin/orders/orders/archive.tsx'),
    ]),
    route('orders/new', 'routes/admin/orders/orders/new.tsx'),
    route('sale', 'routes/admin/orders/sale/sale.tsx'),
    route('requests', 'routes/admin/requests/requests.tsx'),
    route('requests/:id', 'routes/admin/requests/request.tsx'),
    route('requests/:id/commission', 'routes/admin/requests/commission.ts'),
    route('calendar', 'routes/admin/requests/calendar.tsx'),
    route('users', 'routes/admin/identity/users/users.tsx', [
      route('invite', 'routes/admin/identity/users/invite.tsx'),
      route(':id', 'routes/admin/identity/users/user.tsx'),
      route(':id/delete', 'routes/admin/identity/users/delete.tsx'),
    ]),
    route('policies', 'routes/admin/store/policies/policies.tsx'),
    route('policies/:policy', 'routes/admin/store/policies/policy.tsx'),
    route('policies/:policy/versions/:number', 'routes/admin/store/policies/version.tsx'),
    route('collections', 'routes/admin/catalogue/collections/collections.tsx', [
      route(':id/delete', 'routes/admin/catalogue/collections/delete.tsx'),
    ]),
    route('collections/new', 'routes/admin/catalogue/collections/collection.tsx', { id: 'collection-new' }),
    route('collections/:id', 'routes/admin/catalogue/collections/collection.tsx', { id: 'collection-edit' }),
    route('coupons', 'routes/admin/orders/coupons/coupons.tsx', [
      route('new', 'routes/admin/orders/coupons/coupon.tsx', { id: 'coupon-new' }),
      route(':id', 'routes/admin/orders/coupons/coupon.tsx'),
      route(':id/delete', 'routes/admin/orders/coupons/delete.tsx'),
    ]),
    route('payments', 'routes/admin/payments/payments.tsx'),
    route('payments/cash', 'routes/admin/payments/cash.tsx'),
    route('payments/refunds', 'routes/admin/payments/refunds.tsx'),
    route('payments/differences', 'routes/admin/payments/differences.tsx'),
    route('returns', 'routes/admin/orders/returns/returns.tsx', [
      route(':id', 'routes/admin/orders/returns/return.tsx'),
    ]),
    route('contact', 'routes/admin/messaging/contact/contact.tsx', [
      route(':id', 'routes/admin/messaging/contact/message.tsx'),
    ]),
    route('messages', 'routes/admin/messaging/messages/messages.tsx', [
      route(':id', 'routes/admin/messaging/messages/message.tsx'),
    ]),
    route('media', 'routes/admin/catalogue/media/media.tsx', [
      route(':id', 'routes/admin/catalogue/media/picture.tsx'),
      route(':id/delete', 'routes/admin/catalogue/media/delete.tsx'),
    ]),
    route('settings/:group?', 'routes/admin/store/settings/settings.tsx'),
    route('audit', 'routes/admin/operations/audit/audit.tsx', [
      route(':id', 'routes/admin/operations/audit/entry.tsx'),
    ]),
    route('export', 'routes/admin/operations/export/export.tsx'),
  ]),
  route('admin/orders/:id/version', 'routes/admin/orders/orders/version.ts'),
  route('admin/messages/:id/mail', 'routes/admin/messaging/messages/mail.ts'),
  route('admin/whatsapp', 'routes/admin/messaging/whatsapp/whatsapp.ts'),
  route('admin/media/pictures', 'routes/admin/catalogue/media/pictures.ts'),
  route('admin/export/:file', 'routes/admin/operations/export/file.ts'),
  route('admin/export/tax/:file', 'routes/admin/operations/export/tax-file.ts'),
  route('admin/error-report.txt', 'routes/admin/operations/export/error-report.ts'),

  route('database-test', 'routes/diagnostics/database-test.tsx'),
  route('database-test/:name', 'routes/diagnostics/check.ts'),

  // For machines. The server itself answers /healthz and /readyz.
  route('api/auth/*', 'routes/api/auth.ts'),
  route('api/events', 'routes/api/events.ts'),
  route('api/sendNotification', 'routes/api/send-notification.ts'),
  route('api/webhooks/:gateway', 'routes/api/webhooks/gateway.ts'),
  route('api/search', 'routes/api/search.ts'),
  route('api/pin/:pin', 'routes/api/pin.ts'),
  route('api/delivery', 'routes/api/delivery.ts'),
  route('api/being-bought', 'routes/api/being-bought.ts'),
  route('profile/data', 'routes/account/data.ts'),
  route('media/*', 'routes/api/media.ts'),
  route('inspiration/:id', 'routes/api/inspiration.ts'),
  route('sitemap.xml', 'routes/api/sitemap.ts'),
  route('sitemaps/:part', 'routes/api/sitemap.ts', { id: 'sitemap-part' }),
  route('robots.txt', 'routes/api/robots.ts'),
  route('manifest.webmanifest', 'routes/api/manifest.ts'),
] satisfies RouteConfig;
