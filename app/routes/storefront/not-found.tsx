import { data } from 'react-router';
import { pageMeta } from '#app/routes/page-meta.ts';
import Home, { loader as home } from './home.tsx';
import type { Route } from './+types/not-found.ts';

/** An unknown path shows home, with status 404 and noindex (decision 28); so do /admin and /database-test to others. */
export default Home;

export const loader = async (asked: Route.LoaderArgs) => data(await home(asked), { status: 404 });

export const action = async (asked: Route.ActionArgs) => data(await home(asked), { status: 404 });

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, { description: 'Handcrafted Indian art, made by hand in Uttarakhand.', path: '/', hidden: true });
