import { href } from 'react-router';
import { pageMeta } from '#app/routes/page-meta.ts';
import { InfoPage } from '#app/ui/shop/info-page.tsx';
import { PolicyArticle } from '#app/ui/shop/policy-text.tsx';
import type { Route } from './+types/terms.ts';
import { readPolicyPage } from './policy-page.server.ts';

const DESCRIPTION = 'The agreement between you and the studio when you use this shop or order from it.';

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, { title: 'Terms of Service', description: DESCRIPTION, path: href('/terms') });

export const loader = (args: Route.LoaderArgs) => readPolicyPage(args, 'terms');

export default function Terms({ loaderData: { text, updated } }: Route.ComponentProps) {
  return (
    <InfoPage title="Terms of Service" lede={DESCRIPTION}>
      <PolicyArticle updated={updated} text={text} />
    </InfoPage>
  );
}
