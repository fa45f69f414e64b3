import { index, route, type RouteConfig } from '@react-router/dev/routes';

export default [
  index('routes/storefront/home.tsx'),

  // What machines call. /healthz and /readyz are answered by the server itself, before anything that may break.
  route('api/auth/*', 'routes/api/auth.ts'),
  route('media/*', 'routes/api/media.ts'),
  route('robots.txt', 'routes/api/robots.ts'),
  route('manifest.webmanifest', 'routes/api/manifest.ts'),

  // What is not above: home, with status 404.
  route('*', 'routes/storefront/not-found.tsx'),
] satisfies RouteConfig;
