import { index, layout, route, type RouteConfig } from '@react-router/dev/routes';

export default [
  layout('routes/storefront/layout.tsx', [
    index('routes/storefront/home.tsx'),
    route('login', 'routes/storefront/login.tsx'),

    // What belongs to the person who is signed in.
    route('profile', 'routes/account/layout.tsx', [index('routes/account/profile.tsx'), route('orders', 'routes/account/orders.tsx')]),

    // What is nowhere in this list: home, with status 404.
    route('*', 'routes/storefront/not-found.tsx'),
  ]),
  route('checkout', 'routes/storefront/checkout.tsx'),
  route('logout', 'routes/storefront/logout.ts'),

  // The cart, and what the buttons of cart and wishlist post to.
  route('cart', 'routes/storefront/cart.tsx'),
  route('cart/lines', 'routes/storefront/cart-lines.ts'),
  route('cart/lines/:lineId', 'routes/storefront/cart-line.ts'),
  route('cart/coupon', 'routes/storefront/cart-coupon.ts'),
  route('wishlist/entries', 'routes/storefront/wishlist-entries.ts'),
  route('kept-things', 'routes/storefront/kept-things.ts'),

  // What machines call. /healthz and /readyz are answered by the server itself, before anything that may break.
  route('api/auth/*', 'routes/api/auth.ts'),
  route('media/*', 'routes/api/media.ts'),
  route('robots.txt', 'routes/api/robots.ts'),
  route('manifest.webmanifest', 'routes/api/manifest.ts'),
] satisfies RouteConfig;
