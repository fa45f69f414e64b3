import { useEffect, useRef } from 'react';
import {
  isRouteErrorResponse,
  Link,
  Links,
  Meta,
  Outlet,
  ScrollRestoration,
  useLocation,
  useNavigation,
  href,
} from 'react-router';
import fonts from '#app/styles/fonts.css?url';
import styles from '#app/styles/shop.css?url';
import { EmptyState } from '#app/ui/kit/empty-state.tsx';
import { focusHeading } from '#app/ui/kit/focus-heading.ts';
import { ToastRegion } from '#app/ui/kit/toast.tsx';
import { FirstLetters } from './first-letters.tsx';
import { LowPriorityScripts } from './low-priority-scripts.tsx';
import { isUnreached, Unreached } from './unreached.tsx';
import { adminsAlone, secondFactorFirst, visitor } from './routes/middleware.server.ts';
import { visit } from './routes/visit.server.ts';
import type { Route } from './+types/root.ts';

export const middleware: Route.MiddlewareFunction[] = [visitor, secondFactorFirst, adminsAlone, visit];

export const links = () => [
  { rel: 'stylesheet', href: fonts },
  { rel: 'stylesheet', href: styles },
  { rel: 'icon', href: '/icon.svg', type: 'image/svg+xml' },
  { rel: 'icon', href: '/favicon.ico', sizes: '32x32' },
  { rel: 'apple-touch-icon', href: '/apple-touch-icon.png' },
  { rel: 'manifest', href: href('/manifest.webmanifest') },
];

/** The nonce of scripts and styles comes from `<ServerRouter nonce>`; nothing here needs to know it. */
export function Layout({ children }: { children: React.ReactNode }) {
  return (
    <html lang="en-IN">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="theme-color" content="#8C2F1D" />
        <Meta />
        <Links />
        <FirstLetters />
      </head>
      <body>
        {children}
        <ScrollRestoration />
        <LowPriorityScripts />
      </body>
    </html>
  );
}

export default function Root() {
  const navigation = useNavigation();
  useHeadingFocus();
  return (
    <>
      <div className="pending-bar" data-pending={navigation.state !== 'idle'} aria-hidden="true" />
      <Outlet />
      <ToastRegion />
    </>
  );
}

/** Moves the focus to the heading of a page that was navigated to. */
function useHeadingFocus() {
  const { pathname } = useLocation();
  const shown = useRef(pathname);
  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    focusHeading();
  }, [pathname]);
}

/** What is shown when something broke or isn't there and no nearer boundary took it. */
export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  if (isUnreached(error)) return <Unreached />;
  const missing = isRouteErrorResponse(error) && error.status === 404;
  return (
    <main id="main" className="wrap">
      <title>{missing ? 'Page not found' : 'Something went wrong'}</title>
      <meta name="robots" content="noindex" />
      <EmptyState
        level={1}
        title={missing ? 'There is no page here' : 'Something went wrong'}
        action={
          <Link className="button button-primary" to={href('/')}>
            Go to the home page
          </Link>
        }
      >
        {missing
          ? 'The address may be old, or have a typing mistake in it.'
          : 'It is on our side and has been noted. Nothing you typed was ordered or paid twice; please try again in a moment.'}
      </EmptyState>
    </main>
  );
}
