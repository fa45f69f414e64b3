import { href } from 'react-router';
import { pageMeta } from '#app/routes/page-meta.ts';
import { InfoPage } from '#app/ui/shop/info-page.tsx';
import { PolicyArticle } from '#app/ui/shop/policy-text.tsx';
import type { Route } from './+types/privacy.ts';
import { readPolicyPage } from './policy-page.server.ts';

const DESCRIPTION = 'What we know about you, why, who else sees it, and how to delete it.';

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, { title: 'Privacy Policy', description: DESCRIPTION, path: href('/privacy') });

export const loader = (args: Route.LoaderArgs) => readPolicyPage(args, 'privacy');

export default function Privacy({ loaderData: { text, updated } }: Route.ComponentProps) {
  return (
    <InfoPage title="Privacy Policy" lede={DESCRIPTION}>
      <PolicyArticle updated={updated} text={text} />
    </InfoPage>
  );
}
