import { index, route, type RouteConfig } from '@react-router/dev/routes';

export default [
  index('routes/storefront/home.tsx'),

  // The cart, and what the buttons of cart and wishlist post to.
  route('cart', 'routes/storefront/cart.tsx'),
  route('cart/lines', 'routes/storefront/cart-lines.ts'),
  route('cart/lines/:lineId', 'routes/storefront/cart-line.ts'),
  route('cart/coupon', 'routes/storefront/cart-coupon.ts'),
  route('wishlist/entries', 'routes/storefront/wishlist-entries.ts'),
  route('kept-things', 'routes/storefront/kept-things.ts'),

  // What machines call. /healthz and /readyz are answered by the server itself, before anything that may break.
  route('api/auth/*', 'routes/api/auth.ts'),
  route('robots.txt', 'routes/api/robots.ts'),
  route('manifest.webmanifest', 'routes/api/manifest.ts'),

  // What is not above: home, with status 404.
  route('*', 'routes/storefront/not-found.tsx'),
] satisfies RouteConfig;
