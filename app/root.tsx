import {
  Link,
  Links,
  Meta,
  Outlet,
  Scripts,
  ScrollRestoration,
  useLocation,
  useMatches,
  useNavigation,
  href,
} from 'react-router';
import fonts from '#app/styles/fonts.css?url';
import styles from '#app/styles/first.css?url';
import { focusHeading } from '#app/ui/kit/focus-heading.ts';
import { IconLink } from '#app/ui/kit/button.tsx';
import { ToastRegion } from '#app/ui/kit/toast.tsx';
import { Logo, Threshold } from '#app/ui/shop/ornaments.tsx';
import { useHistoryLayers } from '#app/ui/kit/use-back-closes.ts';
import { keepPage, PageOnScreen } from '#app/ui/kit/use-revalidate.ts';
import { usePageChange } from '#app/ui/kit/use-page-change.ts';
import { FirstLetters } from './first-letters.tsx';
import { PageProblem } from './page-problem.tsx';
import { keepForm } from './routes/keep-form.ts';
import { adminsOnly, requireSecondFactor, noIndexUntilOpen, visitor } from './routes/middleware.server.ts';
import { visit } from './routes/visit.server.ts';
import type { Route } from './+types/root.ts';

export const middleware: Route.MiddlewareFunction[] = [
  visitor,
  noIndexUntilOpen,
  requireSecondFactor,
  adminsOnly,
  visit,
];

export const clientMiddleware: Route.ClientMiddlewareFunction[] = [keepForm, keepPage];

export const links = () => [
  { rel: 'stylesheet', href: fonts },
  { rel: 'stylesheet', href: styles },
  { rel: 'icon', href: '/icon.svg', type: 'image/svg+xml' },
  { rel: 'icon', href: '/favicon.ico', sizes: '32x32' },
  { rel: 'apple-touch-icon', href: '/apple-touch-icon.png' },
];

export function Layout({ children }: { children: React.ReactNode }) {
  return (
    <html lang="en-IN">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <Meta />
        {/* Browsers use the first theme colour, so that a page can set its own before this one. */}
        <meta name="theme-color" content="#8C2F1D" />
        <Links />
        <Manifest />
        <FirstLetters />
      </head>
      <body>
        {children}
        <ScrollRestoration />
        <Scripts />
      </body>
    </html>
  );
}

/** The admin area is a separate web app. Only admins can read its manifest. */
function Manifest() {
  const isAdmin = useMatches().some(({ id, loaderData }) => id === 'routes/admin/layout' && loaderData !== undefined);
  return isAdmin ? (
    <link rel="manifest" href={href('/admin/manifest.webmanifest')} crossOrigin="use-credentials" />
  ) : (
    <link rel="manifest" href={href('/manifest.webmanifest')} />
  );
}

export default function Root() {
  const navigation = useNavigation();
  useHeadingFocus();
  useHistoryLayers();
  return (
    <>
      <div className="pending-bar" data-pending={navigation.state !== 'idle'} aria-hidden="true" />
      <Outlet />
      <ToastRegion />
      <PageOnScreen />
    </>
  );
}

function useHeadingFocus() {
  const { pathname } = useLocation();
  usePageChange(pathname, focusHeading);
}

/** The layout failed too, so this page has a plain header. */
export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return (
    <div className="page">
      <header className="header">
        <div className="wrap header-row">
          <span />
          <Link className="logo" to={href('/')} aria-label="Bisvar, home">
            <Logo name="Bisvar" />
          </Link>
          <div className="header-tools">
            <IconLink icon="grid" label="Shop" to={href('/gallery')} />
            <IconLink icon="bag" label="Cart" to={href('/cart')} />
          </div>
        </div>
        <Threshold />
      </header>
      <main id="main">
        <PageProblem error={error} />
      </main>
    </div>
  );
}
