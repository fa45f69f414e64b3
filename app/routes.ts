import { index, route, type RouteConfig } from '@react-router/dev/routes';

export default [
  index('routes/storefront/home.tsx'),

  // What is not above: home, with status 404.
  route('*', 'routes/storefront/not-found.tsx'),
] satisfies RouteConfig;
