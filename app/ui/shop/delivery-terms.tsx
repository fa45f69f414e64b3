import { Link, href } from 'react-router';
import { formatShortDay } from '#app/basics/india.ts';
import { formatRupees } from '#app/basics/money.ts';
import type { DayRange, DeliveryQuote } from '#app/modules/store/shipping/delivery.ts';
import { notServed } from '#app/modules/store/shipping/messages.ts';

export function DeliveryTerms({
  quote: { zipCode, place, terms },
  artworkIds,
}: {
  quote: DeliveryQuote;
  artworkIds: readonly string[];
}) {
  if (!terms) {
    const question = new URLSearchParams([['pin', zipCode], ...artworkIds.map((id) => ['artwork', id])]);
    return (
      <>
        <b className="text-alert">{`${notServed(zipCode)}.`}</b>{' '}
        <Link className="link" to={`${href('/contact')}?${question}`}>
          Ask us about it
        </Link>
      </>
    );
  }
  const { cost, freeAbove, arrives, takesCash } = terms;
  const charge =
    cost === 0
      ? 'free'
      : freeAbove === null
        ? formatRupees(cost)
        : `${formatRupees(cost)}, free above ${formatRupees(freeAbove)}`;
  return (
    <>
      <b className="text-ink">{`Arrives ${dayRange(arrives)}`}</b>
      <br />
      <span>
        {`Delivery to ${place ? `${place.city} ` : ''}${zipCode}: ${charge}.${takesCash ? ' Cash on delivery available.' : ''}`}
      </span>
    </>
  );
}

export const dayRange = ({ from, to }: DayRange): string =>
  from === to ? formatShortDay(from) : `${formatShortDay(from)} – ${formatShortDay(to)}`;
