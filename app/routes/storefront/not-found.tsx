import { useEffect, type ComponentProps } from 'react';
import { data, href } from 'react-router';
import { asksForData } from '#app/basics/data-address.ts';
import { notFound } from '#app/platform/errors.server.ts';
import { pageMeta } from '#app/routes/page-meta.ts';
import { showToast } from '#app/ui/kit/toast.tsx';
import Home, { loader as home } from '#app/routes/storefront/home/home.tsx';
import { UNKNOWN_META } from '#app/basics/unknown-address.ts';
import { showTypedAddress } from '#app/ui/kit/typed-address.ts';
import type { Route } from './+types/not-found.ts';

/** An unknown path shows home, with status 404 and noindex, and says so; so do /admin and /database-test to others. */
export default function NotFound(shown: ComponentProps<typeof Home>) {
  // From the address bar, because the server answers all unknown addresses as one.
  useEffect(() => {
    showTypedAddress();
    showToast({ text: 'We couldn’t find that page. Here’s our shop instead.' });
  }, []);
  return <Home {...shown} />;
}

export const loader = async (asked: Route.LoaderArgs) => data(await home(asked), { status: 404 });

/** A script is told so, and the page it stands on stays with what was typed: home in its place would look like an answer. */
export async function action(asked: Route.ActionArgs) {
  if (asksForData(asked.request)) throw notFound();
  return data(await home(asked), { status: 404 });
}

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    description: 'Handcrafted Indian art, made by hand in Uttarakhand.',
    path: href('/'),
    hidden: true,
  }).concat(UNKNOWN_META);
