import { type ReactNode, useRef } from 'react';
import { Form, Link, href } from 'react-router';
import { FailureText } from '#app/ui/kit/failure-text.tsx';
import { Icon } from '#app/ui/kit/icon.tsx';
import { cn } from '#app/ui/kit/class-names.ts';
import { useBackClosesPopover } from '#app/ui/kit/use-back-closes.ts';
import type { TabItem } from '#app/ui/kit/tabs.tsx';
import { Logo, Threshold } from '#app/ui/shop/ornaments.tsx';

type AdminTab = TabItem & { inBar?: true };

/** On desktops, a side rail. On phones, a bar at the foot with the other tabs under More. */
export function AdminShell({
  shopName,
  tabs,
  more,
  notice,
  onSearch,
  children,
}: {
  shopName: string;
  tabs: AdminTab[];
  more: AdminTab[];
  notice?: ReactNode;
  /** Without JavaScript, the search is a page. */
  onSearch?: () => void;
  children: ReactNode;
}) {
  const menu = useRef<HTMLDivElement>(null);
  useBackClosesPopover(menu);
  // A navigation that ends must not close the menu, so only its own links do.
  const closeMenu = () => {
    if (menu.current?.matches(':popover-open')) menu.current.hidePopover();
  };
  const outsideBar = tabs.filter(({ inBar }) => !inBar);
  return (
    <div className="admin">
      <a className="skip-link" href="#main">
        Skip to content
      </a>
      <header className="admin-rail geru-9">
        <div>
          <div className="admin-rail-head">
            <Link className="logo" to={href('/admin')}>
              <Logo name={shopName} />
            </Link>
            <Search onSearch={onSearch} />
          </div>
          <Threshold className="mb-4 hidden text-bisvar lg:block" />
          <nav className="admin-tabs" aria-label="Admin">
            {tabs.map((tab) => (
              <AdminLink key={tab.to} tab={tab} className={tab.inBar ? undefined : 'max-lg:hidden'} />
            ))}
            <button
              type="button"
              popoverTarget="admin-menu"
              aria-current={more.some(({ isOpen }) => isOpen) ? 'true' : undefined}
            >
              <Icon name="more" />
              More
              <Waiting className="lg:hidden" tabs={[...outsideBar, ...more]} />
              <Waiting className="max-lg:hidden" tabs={more} />
            </button>
          </nav>
          <div id="admin-menu" ref={menu} popover="auto" className="admin-menu">
            <nav aria-label="More">
              {outsideBar.map((tab) => (
                <AdminLink key={tab.to} tab={tab} className="lg:hidden" onClick={closeMenu} />
              ))}
              {more.map((tab) => (
                <AdminLink key={tab.to} tab={tab} onClick={closeMenu} />
              ))}
              <Link to={href('/')}>
                <Icon name="eye" />
                View shop
              </Link>
            </nav>
            <Form method="post" action={href('/logout')} navigate={false}>
              <FailureText toast />
              <button type="submit">
                <Icon name="logout" />
                Logout
              </button>
            </Form>
          </div>
        </div>
      </header>
      <div className="min-w-0">
        {notice}
        <main id="main" tabIndex={-1} className="admin-main">
          {children}
        </main>
      </div>
    </div>
  );
}

function AdminLink({ tab, className, onClick }: { tab: AdminTab; className?: string; onClick?: () => void }) {
  return (
    <Link to={tab.to} aria-current={tab.isOpen ? 'page' : undefined} className={className} onClick={onClick}>
      {tab.icon ? <Icon name={tab.icon} /> : null}
      {tab.label}
      <Waiting tabs={[tab]} />
    </Link>
  );
}

function Search({ onSearch }: { onSearch?: () => void }) {
  return (
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
}

function Waiting({ tabs, className }: { tabs: TabItem[]; className?: string }) {
  const count = tabs.reduce((sum, tab) => sum + (tab.count ?? 0), 0);
  if (count === 0) return null;
  return (
    <span className={cn('admin-count', className)}>
      {count}
      <span className="sr-only"> waiting</span>
    </span>
  );
}
