import { type ReactNode, type RefObject, useLayoutEffect, useRef } from 'react';
import { Form, Link, NavLink, useLocation, href } from 'react-router';
import { Icon } from '#app/ui/kit/icon.tsx';
import type { TabItem } from '#app/ui/kit/tabs.tsx';
import { Logo, Threshold } from '#app/ui/shop/ornaments.tsx';

/**
 * The workbench: a geru rail with the tabs and their counts from 1024 pixels, a strip above the page under that. A notice
 * stands above the page, over nothing.
 */
export function AdminShell({
  shopName,
  tabs,
  notice,
  children,
}: {
  shopName: string;
  tabs: TabItem[];
  notice?: ReactNode;
  children: ReactNode;
}) {
  const strip = useRef<HTMLElement>(null);
  useTabInView(strip);
  return (
    <div className="admin">
      <a className="skip-link" href="#main">
        Skip to content
      </a>
      <aside className="admin-rail geru-9">
        <div>
          <div className="admin-rail-head">
            <Link className="logo" to={href('/admin')}>
              <Logo name={shopName} />
            </Link>
            <div className="flex gap-x-4 text-sm lg:hidden">
              <ExitLinks />
            </div>
          </div>
          <Threshold className="mb-4 hidden text-bisvar lg:block" />
          <nav ref={strip} className="admin-tabs" aria-label="Admin">
            {tabs.map((tab) => (
              <NavLink key={tab.to} to={tab.to} end={tab.exact}>
                {tab.icon ? <Icon name={tab.icon} /> : null}
                {tab.label}
                {tab.count ? (
                  <span className="admin-count">
                    {tab.count}
                    <span className="sr-only"> waiting</span>
                  </span>
                ) : null}
              </NavLink>
            ))}
          </nav>
          <div className="hidden px-6 py-4 text-sm lg:grid">
            <ExitLinks />
          </div>
        </div>
      </aside>
      <div className="min-w-0">
        {notice}
        <main id="main" tabIndex={-1} className="admin-main">
          {children}
        </main>
      </div>
    </div>
  );
}

function ExitLinks() {
  return (
    <>
      <Link className="flex min-h-11 items-center" to={href('/')}>
        View shop
      </Link>
      <Form method="post" action={href('/logout')}>
        <button type="submit" className="min-h-11">
          Logout
        </button>
      </Form>
    </>
  );
}

/** How far a tab stands from where the strip fades out, in pixels. */
const CLEAR_OF_THE_FADE = 32;

/**
 * Moves the strip just as far as the tab of this page needs to be seen, once for each tab. Sideways only: scrollIntoView would
 * move the page as well, where it stands lower down.
 */
function useTabInView(strip: RefObject<HTMLElement | null>): void {
  const tab = useLocation().pathname.split('/')[2];
  useLayoutEffect(() => {
    const edges = strip.current?.getBoundingClientRect();
    const here = strip.current?.querySelector('[aria-current]')?.getBoundingClientRect();
    if (!edges || !here) return;
    const before = here.left - edges.left - CLEAR_OF_THE_FADE;
    const after = here.right - edges.right + CLEAR_OF_THE_FADE;
    strip.current?.scrollBy({ left: before < 0 ? before : Math.max(after, 0), behavior: 'instant' });
  }, [strip, tab]);
}
