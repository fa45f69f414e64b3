import type { Paise } from '#app/basics/money.ts';
import { holidayOn, type Settings } from '#app/modules/store/settings/settings.ts';
import type { Holiday } from '#app/modules/store/settings/setting-values.ts';
import { zoneFor } from './shipping.ts';
import type { StateOrTerritory } from '#app/basics/states.ts';

export type DayRange = { from: string; to: string };

/** Without `terms`, the shop does not deliver there. */
export type DeliveryQuote = {
  zipCode: string;
  /** Undefined for an unlisted PIN code, which may still exist. */
  place?: PinPlace;
  terms?: {
    cost: Paise;
    freeAbove: Paise | null;
    arrives: DayRange;
    takesCash: boolean;
  };
};

export type DeliveryAnswer = { typed: string; error?: string; quote?: DeliveryQuote };

type DeliveryRules = Pick<Settings, 'promises' | 'shippingZones' | 'holidays'>;

/** Estimates the arrival: weeks for made-to-order pieces, then business days for processing and for the zone. */
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

/** For 0 days, returns the day itself if possible, or else the next business day. */
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

export const isBusinessDay = (day: string, holidays: readonly Holiday[]): boolean =>
  !isSunday(day) && !holidayOn(holidays, day);

export function daysAfter(day: string, days: number): string {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() + days);
  return date.toISOString().slice(0, 10);
}

export type PinPlace = { city: string; state: StateOrTerritory };
