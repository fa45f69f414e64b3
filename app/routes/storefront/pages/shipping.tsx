import { useLoaderData, href } from 'react-router';
import { allChannelNames } from '#app/modules/notifications/text-channels.ts';
import { pageMeta } from '#app/routes/page-meta.ts';
import { FactTable, InfoPage, StillAsking } from '#app/ui/shop/info-page.tsx';
import { policyLoader } from './policy-facts.server.ts';
import { holidayLabel, shippingCharge, span, zoneRow } from '#app/ui/shop/policy-labels.ts';
import type { Route } from './+types/shipping.ts';

export const meta: Route.MetaFunction = ({ matches, loaderData }) =>
  pageMeta(matches, {
    title: 'Shipping Info',
    description: `What delivery costs, how long it takes to each part of India, and how every piece is packed${loaderData?.promises.isInsured ? ' and insured' : ''}.`,
    path: href('/shipping'),
  });

export const loader = policyLoader;

export default function Shipping() {
  const { shippingZones, shippingMode, flatShipping, promises, holidays, channels } = useLoaderData<typeof loader>();
  const steps = [
    ['Packed', 'Wrapped in acid-free paper and a box of its own; paintings travel in a wooden crate.'],
    [
      'Handed over',
      `To the courier within ${span(promises.processingBusinessDays)} business days${promises.isInsured ? ', insured to its full value' : ''}.`,
    ],
    ['On the way', `You hear from us by ${allChannelNames(channels)}, with the number to follow it.`],
    [
      'At your door',
      `Open it within a day, and tell us within ${promises.reportIssuesWithinHours} hours if anything is amiss.`,
    ],
  ] as const;
  return (
    <InfoPage
      title="Shipping Info"
      lede={`${promises.isInsured ? 'Every parcel is insured. ' : ''}Orders leave the studio in ${span(promises.processingBusinessDays)} business days and typically take ${span(promises.deliveryBusinessDays)}.`}
    >
      <div className="grid max-w-208 gap-12">
        <div className="grid gap-4">
          <FactTable
            caption="Zones"
            columns={['Zone', 'Places', 'Business days', 'Charge']}
            rows={shippingZones.map(zoneRow)}
          />
          {shippingMode === 'flat' ? (
            <p className="border-l-4 border-haldi bg-haldi-wash px-4 py-3">
              At present checkout charges one rate for all of India: {shippingCharge(flatShipping)}.
            </p>
          ) : null}
        </div>
        <section className="grid gap-3" aria-labelledby="packaging">
          <h2 id="packaging" className="text-h3">
            Packaging
          </h2>
          <p className="text-ink-2">
            Cloth is folded in cotton and acid-free paper, paintings travel flat in a wooden crate, and clay and brass
            are packed twice. No plastic where paper does.
          </p>
        </section>
        <section className="grid gap-4" aria-labelledby="process">
          <h2 id="process" className="text-h3">
            How it reaches you
          </h2>
          <ol className="grid gap-5 md:grid-cols-2">
            {steps.map(([title, text], place) => (
              <li key={title} className="grid content-start gap-1 border-t border-line pt-4">
                <h3 className="text-h4">{`${place + 1}. ${title}`}</h3>
                <p className="text-ink-2">{text}</p>
              </li>
            ))}
          </ol>
        </section>
        <section className="grid gap-3" aria-labelledby="notes">
          <h2 id="notes" className="text-h3">
            Notes
          </h2>
          <ul className="grid list-disc gap-1.5 pl-5 text-ink-2">
            <li>We deliver within India only.</li>
            <li>{`Custom artworks ship in ${span(promises.customWorkWeeks)} weeks, since they are painted first.`}</li>
            <li>Business days are Monday to Saturday, without public holidays.</li>
            {holidays.map((holiday) => (
              <li key={holiday.from}>{`The studio is closed on ${holidayLabel(holiday)}.`}</li>
            ))}
            <li>Someone must be there to take the parcel. The courier tries three times.</li>
          </ul>
        </section>
        <StillAsking question="Your place is not in the table?" />
      </div>
    </InfoPage>
  );
}
