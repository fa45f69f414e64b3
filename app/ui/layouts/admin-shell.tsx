import type { ReactNode } from 'react';
import { Form, Link, NavLink } from 'react-router';
import { Icon } from '#app/ui/kit/icon.tsx';
import type { TabItem } from '#app/ui/kit/tabs.tsx';
import { Logo, Threshold } from '#app/ui/shop/ornaments.tsx';

/** The workbench: a geru rail with the tabs and their counts from 1024 pixels, a strip above the page under that. */
export function AdminShell({ shopName, tabs, children }: { shopName: string; tabs: TabItem[]; children: ReactNode }) {
  return (
    <div className="admin">
      <a className="skip-link" href="#main">
        Skip to content
      </a>
      <aside className="admin-rail geru-9">
        <div>
          <div className="admin-rail-head">
            <Link className="logo" to="/admin">
              <Logo name={shopName} />
            </Link>
            <Link className="flex min-h-11 items-center text-sm lg:hidden" to="/">
              View shop
            </Link>
          </div>
          <Threshold className="mb-4 hidden text-bisvar! lg:block" />
          <nav className="admin-tabs" aria-label="Admin">
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
            <Link className="flex min-h-11 items-center" to="/">
              View shop
            </Link>
            <Form method="post" action="/logout">
              <button type="submit" className="min-h-11">
                Logout
              </button>
            </Form>
          </div>
        </div>
      </aside>
      <main id="main" tabIndex={-1} className="admin-main">
        {children}
      </main>
    </div>
  );
}
