import { useLoaderData, href } from 'react-router';
import { pageMeta } from '#app/routes/page-meta.ts';
import { InfoPage, Policy } from '#app/ui/shop/info-page.tsx';
import { policyLoader } from './policy-facts.server.ts';
import { span } from '#app/ui/shop/policy-labels.ts';
import type { Route } from './+types/returns.ts';

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: 'Returns & Exchanges',
    description: 'How to send a piece back or exchange it, what is covered, and when the money returns.',
    path: href('/returns'),
  });

export const loader = policyLoader;

export default function Returns() {
  const { promises } = useLoaderData<typeof loader>();
  return (
    <InfoPage
      title="Returns & Exchanges"
      lede={`If a ready piece is not what you hoped for, send it back within ${promises.returnWithinDays} days.`}
    >
      <Policy
        sections={[
          {
            id: 'seven-days',
            icon: 'return',
            title: `Within ${promises.returnWithinDays} days of delivery`,
            body: 'Undamaged ready pieces in their original packing can be returned. Write to us with your order number and we arrange the rest.',
          },
          {
            id: 'damaged',
            icon: 'warning',
            title: 'Damaged, defective or wrong',
            body: `Report it within ${promises.reportIssuesWithinHours} hours of delivery, with photos. We pay for the way back and send another, or refund you.`,
          },
          {
            id: 'refunds',
            icon: 'rupee',
            title: 'Refunds',
            body: `${span(promises.refundBusinessDays)} business days after the piece reached us and was looked at, to the original payment.`,
          },
          {
            id: 'return-shipping',
            icon: 'truck',
            title: 'Return shipping',
            body: 'Yours to pay, unless the piece is defective or the wrong one was sent.',
          },
          {
            id: 'exchanges',
            icon: 'box',
            title: 'Exchanges',
            body: `Within ${promises.returnWithinDays} days of delivery, for a piece of equal or higher value. You pay the difference, if any.`,
          },
          {
            id: 'custom',
            icon: 'brush',
            title: 'Custom pieces',
            body: 'They are made for one person and cannot be returned, unless there is a quality issue.',
          },
          {
            id: 'cancelling',
            icon: 'clock',
            title: 'Cancelling instead',
            body: `An order can be modified or cancelled within ${promises.cancelWithinHours} hours of placing it, before it is shipped.`,
          },
        ]}
      />
    </InfoPage>
  );
}
