import type { Paise } from '#app/basics/money.ts';
import { holidayOn, type Settings } from '#app/modules/store/settings/settings.ts';
import type { Holiday } from '#app/modules/store/settings/setting-values.ts';
import { zoneFor } from './shipping.ts';
import type { StateOrTerritory } from '#app/basics/states.ts';

/** Days in India, 'YYYY-MM-DD', both included. */
export type DayRange = { from: string; to: string };

/** What delivery to a PIN code means; without `terms` nothing is delivered there. */
export type DeliveryQuote = {
  zipCode: string;
  /** Unknown for a PIN code that isn't on the list, which may still be right. */
  place?: PinPlace;
  terms?: {
    cost: Paise;
    /** The amount after discount above which nothing is charged. */
    freeAbove: Paise | null;
    arrives: DayRange;
    /** Whether cash can be paid at the door. */
    takesCash: boolean;
  };
};

/** The answer to a PIN code as it was typed: what is wrong with it, or the quote. */
export type DeliveryAnswer = { typed: string; error?: string; quote?: DeliveryQuote };

type DeliveryRules = Pick<Settings, 'promises' | 'shippingZones' | 'holidays'>;

/**
 * When a parcel that is ordered on a day should be there: the weeks of painting for what is made to order, then the
 * business days of processing and of delivery to the zone of the PIN code.
 */
export function estimateArrival(
  { promises, shippingZones, holidays }: DeliveryRules,
  order: { orderedOn: string; zipCode: string; madeToOrder: boolean },
): DayRange {
  const { businessDays } = zoneFor(shippingZones, order.zipCode);
  const dayAt = (end: 'from' | 'to') => {
    const finished = order.madeToOrder
      ? daysAfter(order.orderedOn, promises.customWorkWeeks[end] * 7)
      : order.orderedOn;
    return businessDaysAfter(finished, promises.processingBusinessDays[end] + businessDays[end], holidays);
  };
  return { from: dayAt('from'), to: dayAt('to') };
}

/**
 * The day that comes so many business days after another; Sundays and holidays don't count. With none it is the day
 * itself, or the next business day when it is none.
 */
export function businessDaysAfter(day: string, days: number, holidays: readonly Holiday[]): string {
  let last = days === 0 ? daysAfter(day, -1) : day;
  for (let counted = 0; counted < Math.max(days, 1);) {
    last = daysAfter(last, 1);
    const holiday = holidayOn(holidays, last);
    if (holiday) last = holiday.to;
    else if (!isSunday(last)) counted += 1;
  }
  return last;
}

const isSunday = (day: string): boolean => new Date(`${day}T00:00:00Z`).getUTCDay() === 0;

/** Whether the studio works on a day. */
export const isBusinessDay = (day: string, holidays: readonly Holiday[]): boolean =>
  !isSunday(day) && !holidayOn(holidays, day);

/** The day so many days after another, or before it. */
export function daysAfter(day: string, days: number): string {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() + days);
  return date.toISOString().slice(0, 10);
}

/** Where a PIN code lies. */
export type PinPlace = { city: string; state: StateOrTerritory };
