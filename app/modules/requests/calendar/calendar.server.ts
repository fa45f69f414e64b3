import { and, eq, gt, inArray, isNotNull, isNull, ne, or, sql } from 'drizzle-orm';
import { artworks } from '#app/modules/catalogue/artworks/tables.server.ts';
import { orderRequests, quotes } from '#app/modules/requests/requests/tables.server.ts';
import { orders } from '#app/modules/orders/orders/tables.server.ts';
import { getSettings } from '#app/modules/store/settings/settings.server.ts';
import type { Settings } from '#app/modules/store/settings/settings.ts';
import { adminOnly, type Shop } from '#app/platform/shop.server.ts';
import { hoursOf, scheduleWork, type Work } from './schedule.ts';

type CalendarSettings = Pick<Settings, 'studioCalendar' | 'workHours' | 'holidays'>;

/** More simultaneous work than any studio has. */
const MAX_BOOKINGS = 500;

/** Returns when new work would be finished, or undefined if after ten years. Public, because it reveals no customer. */
export const earliestFinishOf = async (
  shop: Shop,
  work: Work,
  settings?: CalendarSettings,
): Promise<string | undefined> => (await earliestFinishesOf(shop, [work], settings))[0];

export async function earliestFinishesOf(
  shop: Shop,
  works: readonly Work[],
  settings?: CalendarSettings,
): Promise<(string | undefined)[]> {
  const calendarSettings = settings ?? (await getSettings(shop));
  const { earliestFinish } = schedule(shop, calendarSettings, await readBookings(shop, calendarSettings));
  return works.map((work) => earliestFinish(hoursOf(calendarSettings, work)));
}

/** `isMet` is null when no day was requested. */
export type WorkInProgress = Awaited<ReturnType<typeof readBookings>>[number] & {
  finish: string | undefined;
  isMet: boolean | null;
};

/** Returns accepted work in order of acceptance, with its weeks. */
export async function workInProgress(shop: Shop) {
  adminOnly(shop);
  const settings = await getSettings(shop);
  const bookings = await readBookings(shop, settings);
  const { finishes, weeks } = schedule(shop, settings, bookings);
  const work = bookings.map((booking, at): WorkInProgress => {
    const finish = finishes[at];
    const isMet = booking.neededBy === null ? null : finish !== undefined && finish <= booking.neededBy;
    return { ...booking, finish, isMet };
  });
  return {
    hoursPerWeek: settings.studioCalendar.hoursPerWeek,
    work,
    weeks: weeks.map(({ booked, ...week }) => ({
      ...week,
      booked: booked.map(({ booking, hours }) => ({ requestId: booking.requestId, hours })),
    })),
  };
}

const schedule = <Booking extends { hours: number }>(
  shop: Shop,
  { studioCalendar, holidays }: CalendarSettings,
  bookings: Booking[],
) => scheduleWork({ now: shop.now, hoursPerWeek: studioCalendar.hoursPerWeek, holidays, bookings });

/** Accepted work keeps its place for this long without payment. */
const UNPAID_DAYS = 7;

// Not filtered by owner: the calendar counts all work, and visitors see only days.
/** Returns accepted work, paid or recent, that is not finished, cancelled or shipped. */
async function readBookings(shop: Shop, settings: CalendarSettings) {
  const since = new Date(shop.now.getTime() - UNPAID_DAYS * 86_400_000);
  const rows = await shop.database
    .select({
      requestId: orderRequests.id,
      number: orderRequests.number,
      name: orderRequests.name,
      userId: orders.userId,
      title: artworks.title,
      category: artworks.category,
      medium: artworks.medium,
      wantStitching: orderRequests.wantStitching,
      workHours: orderRequests.workHours,
      items: orders.items,
      acceptedAt: orders.createdAt,
      neededBy: orderRequests.neededBy,
      agreedDay: sql<string | null>`coalesce(${orderRequests.readyDay}, ${quotes.earliestFinish})`,
    })
    .from(orderRequests)
    .innerJoin(orders, eq(orders.id, orderRequests.orderId))
    .leftJoin(artworks, eq(artworks.id, orderRequests.artworkId))
    .leftJoin(quotes, and(eq(quotes.requestId, orderRequests.id), isNotNull(quotes.acceptedAt)))
    .where(
      and(
        eq(orderRequests.status, 'accepted'),
        inArray(orders.status, ['pending', 'processing']),
        or(and(eq(orders.status, 'processing'), isNotNull(orders.confirmedAt)), gt(orders.createdAt, since)),
        isNull(orders.archivedAt),
        sql`${orders.items} @> '[{"made_to_order": true}]'`,
        or(isNull(orderRequests.stage), ne(orderRequests.stage, 'ready')),
      ),
    )
    .orderBy(orders.createdAt, orderRequests.id)
    .limit(MAX_BOOKINGS);
  return rows.map(({ category, medium, wantStitching, workHours, items, ...row }) => {
    const count = items.reduce((sum, { quantity }) => sum + quantity, 0);
    return { ...row, hours: workHours ?? hoursOf(settings, { category, medium, wantStitching }) * count };
  });
}
