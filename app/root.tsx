import { isRouteErrorResponse, Links, Meta, Outlet, Scripts, ScrollRestoration } from 'react-router';
import { adminsAlone, visitor } from './routes/middleware.server.ts';
import type { Route } from './+types/root.ts';

export const middleware: Route.MiddlewareFunction[] = [visitor, adminsAlone];

export function Layout({ children }: { children: React.ReactNode }) {
  return (
    <html lang="en-IN">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <Meta />
        <Links />
      </head>
      <body>
        {children}
        <ScrollRestoration />
        <Scripts />
      </body>
    </html>
  );
}

export default function Root() {
  return <Outlet />;
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const isMissing = isRouteErrorResponse(error) && error.status === 404;
  return (
    <main>
      <h1>{isMissing ? 'Not found' : 'Something went wrong on our side'}</h1>
      <p>{isMissing ? 'What you are looking for is not here.' : 'We have written it down. Please try again.'}</p>
      <p>
        <a href="/">Go to the shop</a>
      </p>
    </main>
  );
}
