import { index, layout, route, type RouteConfig } from '@react-router/dev/routes';

const gallery = 'routes/storefront/gallery.tsx';

export default [
  layout('routes/storefront/layout.tsx', [
    index('routes/storefront/home.tsx'),
    route('gallery', gallery),
    ...['fabric', 'oil', 'handcraft', 'skin-care'].map((category) => route(`gallery/${category}`, gallery, { id: `gallery-${category}` })),
    route('artwork', 'routes/storefront/home.tsx', { id: 'artwork-without-id' }),
    route('artwork/:id', 'routes/storefront/artwork.tsx'),

    // What is not here: home, with status 404.
    route('*', 'routes/storefront/not-found.tsx'),
  ]),

  // What machines call. /healthz and /readyz are answered by the server itself, before anything that may break.
  route('api/auth/*', 'routes/api/auth.ts'),
  route('api/search', 'routes/api/search.ts'),
  route('media/*', 'routes/api/media.ts'),
  route('robots.txt', 'routes/api/robots.ts'),
  route('manifest.webmanifest', 'routes/api/manifest.ts'),
] satisfies RouteConfig;
