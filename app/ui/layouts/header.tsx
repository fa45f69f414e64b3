import { type RefObject, useEffect, useRef } from 'react';
import { Link, NavLink, useLocation, href } from 'react-router';
import type { Picture as StoredPicture } from '#app/modules/catalogue/media/picture.ts';
import { IconLink } from '#app/ui/kit/button.tsx';
import { Icon } from '#app/ui/kit/icon.tsx';
import { showToast } from '#app/ui/kit/toast.tsx';
import { useBackClosesPopover } from '#app/ui/kit/use-back-closes.ts';
import { usePageChange } from '#app/ui/kit/use-page-change.ts';
import { Logo, Threshold } from '#app/ui/shop/ornaments.tsx';
import { Picture } from '#app/ui/shop/picture.tsx';
import { usePendingCounts } from '#app/ui/shop/use-pending.ts';
import { useVisitorState } from '#app/ui/shop/use-visitor-state.ts';
import { AccountLinks, MenuDrawer, PAGES } from './menu-drawer.tsx';
import { SearchBox } from './search-box.tsx';

export type Visitor = { name: string; isAdmin: boolean };

export type ShopCategory = { path: string; label: string; picture?: StoredPicture };

type HeaderProps = {
  shopName: string;
  visitor?: Visitor;
  cartCount: number;
  wishlistCount: number;
  categories: ShopCategory[];
};

/** Its menus are native disclosures and popovers, so they work without JavaScript. */
export function Header({ shopName, visitor, categories, ...counts }: HeaderProps) {
  const pending = usePendingCounts({ cart: counts.cartCount, wishlist: counts.wishlistCount });
  const isKnown = useVisitorState() !== undefined;
  const header = useRef<HTMLElement>(null);
  const location = useLocation();
  useStickyOnTheWayUp(header);
  useClosingMenus(header, location.key);
  const signIn = `${href('/login')}?returnTo=${encodeURIComponent(location.pathname + location.search)}`;
  return (
    <header className="header" ref={header}>
      <div className="wrap header-row">
        <div className="header-left">
          <button type="button" className="icon-button lg:hidden" popoverTarget="menu" aria-label="Menu">
            <Icon name="menu" />
          </button>
          <button type="button" className="icon-button lg:hidden" popoverTarget="search" aria-label="Search">
            <Icon name="search" />
          </button>
          <MainNav categories={categories} />
        </div>
        <Link className="logo" to={href('/')} aria-label={`${shopName}, home`}>
          <Logo name={shopName} />
        </Link>
        <div className="header-tools">
          <div className="mr-3 hidden lg:block">
            <SearchBox wide />
          </div>
          {visitor ? (
            <details className="account-menu hidden lg:block" name="header-menu">
              <summary className="icon-button" aria-label={`Account of ${visitor.name}`}>
                <Icon name="user" />
              </summary>
              <div className="menu-panel">
                <p className="account-menu-name">{visitor.name}</p>
                <AccountLinks visitor={visitor} />
              </div>
            </details>
          ) : (
            <IconLink className="hidden lg:inline-grid" icon="user" label="Sign in" to={signIn} />
          )}
          <IconLink
            icon="heart"
            label="Wishlist"
            count={pending.wishlist}
            to={visitor ? href('/profile/wishlist') : href('/wishlist')}
            onClick={(event) => {
              if (visitor || !isKnown) return;
              event.preventDefault();
              showToast({
                text: 'Please login to view wishlist',
                action:
                  pending.wishlist > 0
                    ? { label: 'View saved pieces', to: href('/wishlist/guest') }
                    : { label: 'Sign in', to: `${href('/login')}?returnTo=%2Fprofile%2Fwishlist` },
              });
            }}
          />
          <IconLink icon="bag" label="Cart" count={pending.cart} to={href('/cart')} />
        </div>
      </div>
      <Threshold />

      <MenuDrawer {...{ shopName, visitor, categories, signIn }} />
      <SearchSheet />
    </header>
  );
}

function MainNav({ categories }: { categories: ShopCategory[] }) {
  return (
    <nav className="main-nav" aria-label="Main">
      <NavLink to={href('/')} end>
        Home
      </NavLink>
      <NavLink to={href('/gallery')} className="shop-link">
        Shop
      </NavLink>
      <details className="shop-menu" name="header-menu">
        <summary aria-label="Shop menu">
          <Icon name="down" small />
        </summary>
        <div className="menu-panel">
          {categories.map((category) => (
            <NavLink
              key={category.path}
              to={category.path}
              className={category.picture ? undefined : 'col-span-2 link'}
            >
              {category.picture ? <Picture picture={category.picture} sizes="152px" alt="" /> : null}
              {category.label}
            </NavLink>
          ))}
          <NavLink to={href('/gallery')} end className="col-span-2 link">
            All artworks
          </NavLink>
        </div>
      </details>
      {[PAGES[0], ['Skin care', href('/gallery/skin-care')] as const, ...PAGES.slice(1)].map(([label, to]) => (
        <NavLink key={to} to={to}>
          {label}
        </NavLink>
      ))}
    </nav>
  );
}

function SearchSheet() {
  const sheet = useRef<HTMLDivElement>(null);
  useBackClosesPopover(sheet);
  return (
    <div id="search" ref={sheet} popover="auto" className="search-sheet" role="dialog" aria-label="Search">
      <div className="search-sheet-head">
        <SearchBox onDone={() => sheet.current?.hidePopover()} shouldFocus />
        <button
          type="button"
          className="icon-button"
          popoverTarget="search"
          popoverTargetAction="hide"
          aria-label="Close search"
        >
          <Icon name="close" />
        </button>
      </div>
    </div>
  );
}

/**
 * The header sticks while the visitor scrolls up. It does not change during a click, because moving content would make
 * the click miss its button.
 */
function useStickyOnTheWayUp(header: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    let last = window.scrollY;
    let isPressed = false;
    const look = () => {
      const now = window.scrollY;
      if (isPressed || Math.abs(now - last) < 8) return;
      header.current?.toggleAttribute('data-away', now > last && now > 160);
      last = now;
    };
    const press = ({ type }: PointerEvent) => {
      isPressed = type === 'pointerdown';
      if (!isPressed) setTimeout(look);
    };
    window.addEventListener('scroll', look, { passive: true });
    for (const type of PRESSES) window.addEventListener(type, press, { capture: true, passive: true });
    return () => {
      window.removeEventListener('scroll', look);
      for (const type of PRESSES) window.removeEventListener(type, press, { capture: true });
    };
  }, [header]);
}

const PRESSES = ['pointerdown', 'pointerup', 'pointercancel'] as const;

function useClosingMenus(header: RefObject<HTMLElement | null>, page: string): void {
  usePageChange(page, () => {
    closeMenus(header.current);
    for (const panel of header.current?.querySelectorAll<HTMLElement>(':popover-open') ?? []) panel.hidePopover();
  });
  useEffect(() => {
    const press = (event: PointerEvent) => closeMenus(header.current, event.target as Node);
    const key = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      const open = header.current?.querySelector<HTMLElement>('details[open] > summary');
      if (!open) return;
      closeMenus(header.current);
      open.focus();
    };
    document.addEventListener('pointerdown', press);
    document.addEventListener('keydown', key);
    return () => {
      document.removeEventListener('pointerdown', press);
      document.removeEventListener('keydown', key);
    };
  }, [header]);
}

function closeMenus(header: HTMLElement | null, except?: Node): void {
  for (const menu of header?.querySelectorAll('details[open]') ?? [])
    if (!except || !menu.contains(except)) menu.removeAttribute('open');
}
