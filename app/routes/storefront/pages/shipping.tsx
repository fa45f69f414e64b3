import { href } from 'react-router';
import { formatRange, formatSpan } from '#app/basics/duration.ts';
import { pageMeta } from '#app/routes/page-meta.ts';
import { holidayLabel, shippingCharge, zoneRow } from '#app/modules/store/policies/policy-labels.ts';
import { FactTable, InfoPage, StillAsking } from '#app/ui/shop/info-page.tsx';
import { PolicyBlocks } from '#app/ui/shop/policy-text.tsx';
import type { Route } from './+types/shipping.ts';
import { policyLoader } from './policy-facts.server.ts';
import { readPolicyPage } from './policy-page.server.ts';

export const meta: Route.MetaFunction = ({ matches, loaderData }) =>
  pageMeta(matches, {
    title: 'Shipping Info',
    description: `What delivery costs, how long it takes to each part of India, and how every piece is packed${loaderData?.promises.isInsured ? ' and insured' : ''}.`,
    path: href('/shipping'),
  });

export async function loader(args: Route.LoaderArgs) {
  const [facts, { text }] = await Promise.all([policyLoader(args), readPolicyPage(args, 'shipping')]);
  const { shippingZones, shippingMode, flatShipping, promises, holidays } = facts;
  return { shippingZones, shippingMode, flatShipping, promises, holidays, text };
}

const chargeInSentence = (rate: Parameters<typeof shippingCharge>[0]): string =>
  shippingCharge(rate).replace(/^Free/, 'free');

export default function Shipping({ loaderData }: Route.ComponentProps) {
  const { shippingZones, shippingMode, flatShipping, promises, holidays, text } = loaderData;
  return (
    <InfoPage
      title="Shipping Info"
      lede={`${promises.isInsured ? 'Every parcel is insured. ' : ''}Orders ship in ${formatSpan(promises.processingBusinessDays, 'business day')} and typically take ${formatRange(promises.deliveryBusinessDays)}.`}
    >
      <div className="grid max-w-208 grid-cols-[minmax(0,1fr)] gap-12">
        <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
          <p>
            {shippingMode === 'flat'
              ? `At checkout we charge one rate for all of India: ${chargeInSentence(flatShipping)}.`
              : 'At checkout we charge by the zone of your PIN code.'}
          </p>
          <FactTable
            caption="Zones"
            columns={['Zone', 'Places', 'Business days', 'Charge']}
            rows={shippingZones.map(zoneRow)}
          />
          {holidays.map((holiday) => (
            <p key={holiday.from}>{`The studio is closed on ${holidayLabel(holiday)}.`}</p>
          ))}
        </div>
        {text.intro.length > 0 ? (
          <div className="policy-text grid gap-3 text-ink-2">
            <PolicyBlocks blocks={text.intro} />
          </div>
        ) : null}
        {text.sections.map(({ id, title, blocks }) => (
          <section className="policy-text grid gap-3 text-ink-2" aria-labelledby={id} key={id}>
            <h2 id={id} className="scroll-mt-28 text-h3 text-ink">
              {title}
            </h2>
            <PolicyBlocks blocks={blocks} />
          </section>
        ))}
        <StillAsking question="Can’t find your city?" />
      </div>
    </InfoPage>
  );
}
