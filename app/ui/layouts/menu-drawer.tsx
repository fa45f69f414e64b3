import { Form, Link, NavLink, href } from 'react-router';
import { Icon } from '#app/ui/kit/icon.tsx';
import { Logo } from '#app/ui/shop/ornaments.tsx';
import type { ShopCategory, Visitor } from './header.tsx';

/** The menu of a phone. */
export function MenuDrawer({
  shopName,
  visitor,
  categories,
  signIn,
}: {
  shopName: string;
  visitor?: Visitor;
  categories: ShopCategory[];
  /** Where a guest signs in and comes back from. */
  signIn: string;
}) {
  return (
    <nav id="menu" popover="auto" className="drawer-menu" aria-label="Menu">
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
        <li>
          <NavLink to={href('/services')}>Services</NavLink>
        </li>
        <li>
          <NavLink to={href('/custom-order')}>Custom order</NavLink>
        </li>
        <li>
          <NavLink to={href('/about')}>About</NavLink>
        </li>
        <li>
          <NavLink to={href('/contact')}>Contact</NavLink>
        </li>
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

/** What a signed-in person may open; Logout is a form, so that a link can't sign anyone out. */
export function AccountLinks({ visitor, as: Row = 'div' }: { visitor: Visitor; as?: 'div' | 'li' }) {
  return (
    <>
      <Row>
        <Link to={href('/profile')}>My Profile</Link>
      </Row>
      {visitor.isAdmin ? (
        <Row>
          <Link to={href('/admin')}>Admin Dashboard</Link>
        </Row>
      ) : null}
      <Row>
        <LogoutForm />
      </Row>
    </>
  );
}

function LogoutForm() {
  return (
    <Form method="post" action={href('/logout')}>
      <button type="submit">Logout</button>
    </Form>
  );
}
