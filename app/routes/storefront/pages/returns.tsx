import { href } from 'react-router';
import { formatSpan } from '#app/basics/duration.ts';
import { pageMeta } from '#app/routes/page-meta.ts';
import type { IconName } from '#app/ui/kit/icon.tsx';
import { InfoPage } from '#app/ui/shop/info-page.tsx';
import { PolicyArticle } from '#app/ui/shop/policy-text.tsx';
import type { Route } from './+types/returns.ts';
import { readPolicyPage } from './policy-page.server.ts';

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: 'Returns & Exchanges',
    description: 'How to return or exchange a piece, what is covered, and when you get your refund.',
    path: href('/returns'),
  });

export const loader = (args: Route.LoaderArgs) => readPolicyPage(args, 'returns');

const ICONS: [RegExp, IconName][] = [
  [/damage|defect|wrong/i, 'warning'],
  [/refund|money/i, 'rupee'],
  [/shipping|courier/i, 'truck'],
  [/exchange/i, 'box'],
  [/custom|made to order/i, 'brush'],
  [/cancel/i, 'clock'],
  [/return|days|within/i, 'return'],
];
const iconOf = (title: string): IconName | undefined => ICONS.find(([pattern]) => pattern.test(title))?.[1];

export default function Returns({ loaderData: { text, promises } }: Route.ComponentProps) {
  return (
    <InfoPage
      title="Returns & Exchanges"
      lede={`You can return a ready piece within ${formatSpan(promises.returnWithinDays, 'day')}.`}
    >
      <PolicyArticle text={text} iconOf={iconOf} />
    </InfoPage>
  );
}
