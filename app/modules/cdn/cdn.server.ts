import { and, lt, ne, sql } from 'drizzle-orm';
import { dayInIndia } from '#app/basics/india.ts';
import { getSettings } from '#app/modules/store/settings/settings.server.ts';
import { log } from '#app/platform/log.server.ts';
import { type Shop, shopOnly } from '#app/platform/shop.server.ts';
import type { Cdn } from './provider.ts';
import { cdnPurges } from './tables.server.ts';

/** Every page has it. */
export const EVERY_PAGE = 'page';

/** A network we have no adapter for: it holds pages as the standard says (RFC 9213), and forgets them by their age alone. */
const standardHeaders: Cdn['headers'] = (maxAgeSeconds) => ({
  'CDN-Cache-Control': `public, max-age=${maxAgeSeconds}, stale-if-error=86400`,
});

/** What a page that is the same for every guest is sent with, so that a network may hold it; nothing unless the owner allows it. */
export async function cdnHeaders(shop: Shop, tags: readonly string[]): Promise<Record<string, string>> {
  const { maxAgeMinutes } = (await getSettings(shop)).cdn;
  if (maxAgeMinutes === 0) return {};
  const headers = shop.suppliers.cdn?.headers ?? standardHeaders;
  return headers(maxAgeMinutes * 60, [EVERY_PAGE, ...tags].map(tagName));
}

/** As every network takes it: without spaces. */
const tagName = (tag: string): string => tag.replaceAll(' ', '-');

const GATHERS_FOR_MS = 500;

/**
 * Hears of what pages show and has changed, and has the network forget them, many changes at once. What fails is asked again by
 * `purgeDue`.
 */
export function gatherPurges(systemContext: () => Shop): {
  drop: (tag?: string) => void;
  /** What changed unheard may be on any page. */
  setHearing: (isHearing: boolean) => void;
  /** Waits for what is under way. */
  stop: () => Promise<void>;
} {
  const gathered = new Set<string>();
  let timer: NodeJS.Timeout | undefined;
  let running = Promise.resolve();
  const purge = async () => {
    const tags = [...gathered].map(tagName);
    gathered.clear();
    const shop = systemContext();
    await shop.database.execute(sql`
      insert into ${cdnPurges} (tag, wanted_at) select unnest(${sql.param(tags)}::text[]), clock_timestamp()
      on conflict (tag) do update set wanted_at = excluded.wanted_at`);
    await purgeWanted(shop);
  };
  const drop = (tag = EVERY_PAGE) => {
    gathered.add(tag);
    timer ??= setTimeout(() => {
      timer = undefined;
      running = running
        .then(purge)
        .catch((error: unknown) => log.error({ err: error }, 'the content delivery network could not be purged'));
    }, GATHERS_FOR_MS);
  };
  return {
    drop,
    setHearing: (isHearing) => {
      if (isHearing) drop();
    },
    stop: () => {
      clearTimeout(timer);
      return running;
    },
  };
}

/** Purges what is still wanted, and each day at midnight in India every page, since pages change by the day. Only for the shop itself. */
export async function purgeDue(shop: Shop): Promise<void> {
  shopOnly(shop);
  if (!shop.suppliers.cdn) return;
  const midnight = new Date(`${dayInIndia(shop.now)}T00:00:00+05:30`);
  await shop.database
    .insert(cdnPurges)
    .values({ tag: EVERY_PAGE, wantedAt: midnight })
    .onConflictDoUpdate({
      target: cdnPurges.tag,
      set: { wantedAt: midnight },
      setWhere: lt(cdnPurges.wantedAt, midnight),
    });
  await purgeWanted(shop);
  await shop.database
    .delete(cdnPurges)
    .where(and(ne(cdnPurges.tag, EVERY_PAGE), lt(cdnPurges.wantedAt, midnight), sql`purged_at >= wanted_at`));
}

/** One process asks for a tag at a time; what is wanted meanwhile is asked for after it. */
async function purgeWanted(shop: Shop): Promise<void> {
  const { cdn } = shop.suppliers;
  if (!cdn) return;
  for (;;) {
    const { rows } = await shop.database.execute<{ tag: string; wanted: string }>(sql`
      update ${cdnPurges} set claimed_until = clock_timestamp() + interval '30 seconds'
      where (purged_at is null or purged_at < wanted_at) and (claimed_until is null or claimed_until < clock_timestamp())
      returning tag, wanted_at::text as wanted`);
    if (rows.length === 0) return;
    const tags = rows.map(({ tag }) => tag);
    await cdn.purge(tags.includes(EVERY_PAGE) ? [EVERY_PAGE] : tags);
    const wanted = rows.map((row) => row.wanted);
    await shop.database.execute(sql`
      update ${cdnPurges} set purged_at = done.wanted_at, claimed_until = null
      from unnest(${sql.param(tags)}::text[], ${sql.param(wanted)}::timestamptz[]) as done (tag, wanted_at)
      where ${cdnPurges}.tag = done.tag`);
  }
}
