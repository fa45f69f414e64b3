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

/** Shows the home page with status 404 and noindex. Visitors without access to /admin or /database-test see it too. */
export default function NotFound(shown: ComponentProps<typeof Home>) {
  useEffect(() => {
    showTypedAddress();
    showToast({ text: 'We couldn’t find that page. Here’s our shop instead.' });
  }, []);
  return <Home {...shown} />;
}

export const loader = async (asked: Route.LoaderArgs) => data(await home(asked), { status: 404 });

/** A script gets an error instead of the home page, so that its page keeps the typed text. */
export async function action(asked: Route.ActionArgs) {
  if (asksForData(asked.request)) throw notFound();
  return data(await home(asked), { status: 404 });
}

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    description: 'Handcrafted Indian art, made by hand.',
    path: href('/'),
    hidden: true,
  }).concat(UNKNOWN_META);
