import { useRef } from 'react';
import { Form, Link, NavLink, href } from 'react-router';
import { FailureText } from '#app/ui/kit/failure-text.tsx';
import { Icon } from '#app/ui/kit/icon.tsx';
import { useBackClosesPopover } from '#app/ui/kit/use-back-closes.ts';
import { Logo } from '#app/ui/shop/ornaments.tsx';
import type { ShopCategory, Visitor } from './header.tsx';

export const PAGES = [
  ['Services', href('/services')],
  ['Custom order', href('/custom-order')],
  ['About', href('/about')],
  ['Contact', href('/contact')],
] as const;

export function MenuDrawer({
  shopName,
  visitor,
  categories,
  signIn,
}: {
  shopName: string;
  visitor?: Visitor;
  categories: ShopCategory[];
  signIn: string;
}) {
  const menu = useRef<HTMLElement>(null);
  useBackClosesPopover(menu);
  return (
    <nav id="menu" ref={menu} popover="auto" className="drawer-menu" aria-label="Menu">
      <div className="drawer-menu-head">
        <span className="logo">
          <Logo name={shopName} />
        </span>
        <button
          type="button"
          className="icon-button"
          popoverTarget="menu"
          popoverTargetAction="hide"
          aria-label="Close menu"
        >
          <Icon name="close" />
        </button>
      </div>
      <ul>
        <li>
          <NavLink to={href('/')} end>
            Home
          </NavLink>
        </li>
        <li>
          <NavLink to={href('/gallery')} end>
            Shop
          </NavLink>
          <ul>
            {categories.map((category) => (
              <li key={category.path}>
                <NavLink to={category.path}>{category.label}</NavLink>
              </li>
            ))}
          </ul>
        </li>
        {[...PAGES, ['Track order', href('/track-order')] as const].map(([label, to]) => (
          <li key={to}>
            <NavLink to={to}>{label}</NavLink>
          </li>
        ))}
        {visitor ? (
          <AccountLinks visitor={visitor} as="li" />
        ) : (
          <li>
            <Link to={signIn}>
              <Icon name="user" />
              Sign in
            </Link>
          </li>
        )}
      </ul>
    </nav>
  );
}

/** Logout is a form, because a link must not sign anyone out. */
export function AccountLinks({ visitor, as: Row = 'div' }: { visitor: Visitor; as?: 'div' | 'li' }) {
  return (
    <>
      <Row>
        <Link to={href('/profile')}>
          {Row === 'li' ? <Icon name="user" /> : null}
          My Profile
        </Link>
      </Row>
      {visitor.isAdmin ? (
        <Row>
          <Link to={href('/admin')}>Admin Dashboard</Link>
        </Row>
      ) : null}
      <Row>
        <Form method="post" action={href('/logout')} navigate={false}>
          <FailureText toast />
          <button type="submit">Logout</button>
        </Form>
      </Row>
    </>
  );
}
