import { Outlet, useLocation, useNavigation, href } from 'react-router';
import { firstName } from '#app/modules/identity/accounts/account.ts';
import { getProfile } from '#app/modules/identity/accounts/accounts.server.ts';
import { ORDER_MESSAGES } from '#app/modules/orders/orders/messages.ts';
import { signInNeeded } from '#app/platform/errors.server.ts';
import { isSignedOut } from '#app/platform/shop.server.ts';
import { shopContext } from '#app/routes/request-context.server.ts';
import { Spinner } from '#app/ui/kit/loading-mark.tsx';
import { AccountShell } from '#app/ui/layouts/account-shell.tsx';
import { pageMeta } from '#app/routes/page-meta.ts';
import { wholeStyleSheet } from '#app/routes/whole-style-sheet.ts';
import type { Route } from './+types/layout.ts';

export const links = wholeStyleSheet;

const TABS = [
  { to: href('/profile'), label: 'Profile', icon: 'user' },
  { to: href('/profile/orders'), label: 'My Orders', icon: 'bag' },
  { to: href('/profile/requests'), label: 'My Requests', icon: 'brush' },
  { to: href('/profile/wishlist'), label: 'Wishlist', icon: 'heart' },
  { to: href('/profile/settings'), label: 'Settings', icon: 'filter' },
] as const;

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: 'My Dashboard',
    description: 'Your profile, orders, wishlist and settings.',
    path: href('/profile'),
    hidden: true,
  });

/** Throws SignInNeeded for guests. Guest buyers see only their orders. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const shop = context.get(shopContext);
  const isGuest = isSignedOut(shop);
  if (isGuest && !url.pathname.startsWith(href('/profile/orders'))) throw signInNeeded();
  return { name: firstName(await getProfile(shop)), isGuest };
}

export default function AccountLayout({ loaderData }: Route.ComponentProps) {
  const { pathname } = useLocation();
  const next = useNavigation().location?.pathname;
  const opensOrders = next === href('/profile/orders') && next !== pathname;
  const path = pathname.replace(href('/profile/security'), href('/profile/settings'));
  const open = TABS.findLast(({ to }) => path === to || path.startsWith(`${to}/`))?.to;
  const tabs = TABS.filter(({ to }) => !loaderData.isGuest || to === href('/profile/orders')).map((tab) => ({
    ...tab,
    isOpen: tab.to === open,
  }));
  return (
    <AccountShell name={loaderData.name} tabs={tabs}>
      {opensOrders ? <Spinner label={ORDER_MESSAGES.loading} /> : <Outlet />}
    </AccountShell>
  );
}
