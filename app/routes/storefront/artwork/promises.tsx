import type { ReactNode } from 'react';
import { href, Link } from 'react-router';
import { formatRange, formatSpan } from '#app/basics/duration.ts';
import { formatRupees, type Paise } from '#app/basics/money.ts';
import { type TextChannels, textChannelNames } from '#app/basics/text-channels.ts';
import type { Settings } from '#app/modules/store/settings/settings.ts';
import { Icon, type IconName } from '#app/ui/kit/icon.tsx';
import { type Making } from './artwork-facts.tsx';
import { toSupply } from './supply.ts';
import type { Terms } from './buy.tsx';

export function shippingNote(price: Paise | null, terms: Terms): string {
  const { cost, freeAbove } = terms.flatShipping;
  const [start, middle] = terms.promises.isInsured
    ? (['Insured shipping', 'insured shipping'] as const)
    : (['Shipping', 'shipping'] as const);
  if (terms.shippingMode === 'zones') return `${start} at the rate for your PIN code.`;
  if (freeAbove === null) return `${formatRupees(cost)} ${middle}.`;
  return price !== null && price > freeAbove
    ? `Free ${middle} above ${formatRupees(freeAbove)}.`
    : `${start} ${formatRupees(cost)}, free above ${formatRupees(freeAbove)}.`;
}

export function Promises({
  supply,
  making,
  isPersonalized,
  weeks,
  shipping,
  promises: { processingBusinessDays: packing, deliveryBusinessDays: delivery, returnWithinDays },
  replyWithinHours,
  channels,
  isByZone,
}: Pick<Settings, 'promises'> & {
  isByZone: boolean;
  channels: TextChannels;
  supply: Exclude<ReturnType<typeof toSupply>, 'archived'>;
  making: Making;
  isPersonalized: boolean;
  weeks: string;
  shipping: string;
  replyWithinHours: number;
}) {
  const promised: [IconName, ReactNode][] = [
    [
      'truck',
      <>
        <b>{shipping}</b>{' '}
        {making ? (
          <>
            {making === 'painted' ? 'Painted' : 'Made'} in{' '}
            <span className="whitespace-nowrap">{`${weeks}${isByZone ? '.' : ','}`}</span>
            {isByZone ? null : ` then ${formatSpan(delivery, 'business day')} to you.`}
          </>
        ) : isByZone ? (
          `Ships in ${formatSpan(packing, 'day')}.`
        ) : (
          `Ships in ${formatSpan(packing, 'day')}, arrives in ${formatRange(delivery)}.`
        )}
      </>,
    ],
    [
      'return',
      making
        ? `${making === 'painted' ? 'Painted' : 'Made'} for you, so not returnable. If anything is wrong with it, we put it right.`
        : isPersonalized
          ? `Return it undamaged within ${formatSpan(returnWithinDays, 'day')} of delivery; with your text or measurements, only if something is wrong`
          : `Return it undamaged within ${formatSpan(returnWithinDays, 'day')} of delivery`,
    ],
    ['phone', textChannelNames(channels) ? `Tracked by ${textChannelNames(channels)}` : 'Tracked to your door'],
    ...(supply === 'in-stock'
      ? []
      : [['chat', `We reply within ${formatSpan(replyWithinHours, 'hour')}`] satisfies [IconName, string]]),
  ];
  return (
    <section className="promises" aria-labelledby="shipping-and-returns">
      <h2 id="shipping-and-returns">Shipping and returns</h2>
      <ul>
        {promised.map(([icon, text]) => (
          <li key={icon}>
            <Icon name={icon} />
            <span>{text}</span>
          </li>
        ))}
      </ul>
      <p className="meta">
        <Link className="link inline-flex min-h-11 items-center" to={href('/shipping')}>
          Shipping
        </Link>{' '}
        ·{' '}
        <Link className="link inline-flex min-h-11 items-center" to={href('/returns')}>
          Returns
        </Link>
      </p>
    </section>
  );
}
