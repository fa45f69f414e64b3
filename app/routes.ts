import { index, type RouteConfig } from '@react-router/dev/routes';

export default [index('routes/storefront/home.tsx')] satisfies RouteConfig;
