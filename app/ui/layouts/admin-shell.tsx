import { type ReactNode, useRef } from 'react';
import { Form, Link, NavLink, href } from 'react-router';
import { FailureText } from '#app/ui/kit/failure-text.tsx';
import { Icon } from '#app/ui/kit/icon.tsx';
import { useBackClosesPopover } from '#app/ui/kit/use-back-closes.ts';
import type { TabItem } from '#app/ui/kit/tabs.tsx';
import { Logo, Threshold } from '#app/ui/shop/ornaments.tsx';

export function AdminShell({
  shopName,
  tabs,
  notice,
  onSearch,
  children,
}: {
  shopName: string;
  tabs: TabItem[];
  notice?: ReactNode;
  /** Without JavaScript the search is a page. */
  onSearch?: () => void;
  children: ReactNode;
}) {
  const menu = useRef<HTMLDivElement>(null);
  useBackClosesPopover(menu);
  // Only by its own links, so that a finished navigation does not close it.
  const closeMenu = () => {
    if (menu.current?.matches(':popover-open')) menu.current.hidePopover();
  };
  const waiting = tabs.reduce((sum, { count }) => sum + (count ?? 0), 0);
  const search = (
    <Link
      to={href('/admin/search')}
      className="admin-search"
      aria-keyshortcuts="/ Control+K"
      onClick={(event) => {
        if (!onSearch) return;
        event.preventDefault();
        onSearch();
      }}
    >
      <Icon name="search" />
      <span>Search</span>
      <kbd className="key">/</kbd>
    </Link>
  );
  return (
    <div className="admin">
      <a className="skip-link" href="#main">
        Skip to content
      </a>
      <aside className="admin-rail geru-9">
        <div>
          <div className="admin-rail-head">
            <button type="button" className="admin-menu-button" popoverTarget="admin-menu">
              <Icon name="menu" />
              Menu
              <Waiting count={waiting} />
            </button>
            <Link className="logo" to={href('/admin')}>
              <Logo name={shopName} />
            </Link>
            <div className="lg:hidden">{search}</div>
          </div>
          <Threshold className="mb-4 hidden text-bisvar lg:block" />
          <div id="admin-menu" ref={menu} popover="auto" className="admin-menu">
            <button
              type="button"
              className="icon-button lg:hidden"
              popoverTarget="admin-menu"
              popoverTargetAction="hide"
              aria-label="Close menu"
            >
              <Icon name="close" />
            </button>
            <div className="hidden lg:block">{search}</div>
            <nav className="admin-tabs" aria-label="Admin">
              {tabs.map((tab) => (
                <NavLink key={tab.to} to={tab.to} end={tab.exact} onClick={closeMenu}>
                  {tab.icon ? <Icon name={tab.icon} /> : null}
                  {tab.label}
                  <Waiting count={tab.count ?? 0} />
                </NavLink>
              ))}
            </nav>
            <div className="grid px-6 py-4 text-sm">
              <Link className="flex min-h-11 items-center" to={href('/admin/shortcuts')} onClick={closeMenu}>
                Shortcuts
              </Link>
              <Link className="flex min-h-11 items-center" to={href('/')}>
                View shop
              </Link>
              <Form method="post" action={href('/logout')} navigate={false}>
                <FailureText toast />
                <button type="submit" className="min-h-11">
                  Logout
                </button>
              </Form>
            </div>
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

function Waiting({ count }: { count: number }) {
  if (count === 0) return null;
  return (
    <span className="admin-count">
      {count}
      <span className="sr-only"> waiting</span>
    </span>
  );
}
