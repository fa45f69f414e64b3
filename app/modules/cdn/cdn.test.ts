import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { updateSettings } from '#app/modules/store/settings/settings.server.ts';
import { NotFound } from '#app/platform/errors.server.ts';
import { openTestShop, type TestShop } from '#tests/support/test-shop.ts';
import { cdnHeaders, EVERY_PAGE, gatherPurges, purgeDue } from './cdn.server.ts';
import { cdnPurges } from './tables.server.ts';

let shop: TestShop;
let asked: string[][];
let refuses: boolean;
let meanwhile: () => void;
beforeAll(async () => {
  shop = await openTestShop();
  shop.suppliers.cdn = {
    headers: (seconds, tags) => ({ held: `${seconds} ${tags.join()}` }),
    purge: async (tags) => {
      asked.push([...tags].toSorted());
      meanwhile();
      if (refuses) throw new Error('not now');
    },
  };
});
beforeEach(async () => {
  await shop.empty();
  asked = [];
  refuses = false;
  meanwhile = () => {};
});
afterAll(() => shop.close());

const gather = () => gatherPurges(() => shop.as.shop());

test('pages carry no leave to be held unless the owner gives it, and then for so long, by their tags', async () => {
  expect(await cdnHeaders(shop.as.shop(), ['catalogue'])).toEqual({});
  await updateSettings(shop.as.admin(), { cdn: { maxAgeMinutes: 5 } });
  expect(await cdnHeaders(shop.as.shop(), ['catalogue', 'artwork 1'])).toEqual({
    held: '300 page,catalogue,artwork-1',
  });
  const unknown = { ...shop.as.shop(), suppliers: { ...shop.suppliers, cdn: undefined } };
  expect(await cdnHeaders(unknown, ['catalogue'])).toEqual({
    'CDN-Cache-Control': 'public, max-age=300, stale-if-error=86400',
  });
});

test('changes of half a second are asked for together, by name; what changed unheard may be on any page', async () => {
  const { drop, setHearing, stop } = gather();
  drop('catalogue');
  drop('artwork 7');
  drop('catalogue');
  await vi.waitFor(() => expect(asked).toEqual([['artwork-7', 'catalogue']]));
  setHearing(false);
  setHearing(true);
  drop('coupons');
  await vi.waitFor(() => expect(asked).toEqual([['artwork-7', 'catalogue'], [EVERY_PAGE]]));
  await stop();
});

test('what changes while the network is being asked is asked for after it', async () => {
  const { drop, stop } = gather();
  meanwhile = () => {
    meanwhile = () => {};
    drop('artwork 7');
  };
  drop('artwork 7');
  await vi.waitFor(() => expect(asked).toEqual([['artwork-7'], ['artwork-7']]), 5_000);
  await stop();
});

test('what it refused is asked for again, and by one process', async () => {
  refuses = true;
  const { drop, stop } = gather();
  drop('settings');
  await vi.waitFor(() => expect(asked).toEqual([['settings']]));
  await stop();
  refuses = false;
  await shop.database.update(cdnPurges).set({ claimedUntil: sql`clock_timestamp() - interval '1 second'` });
  await shop.database.insert(cdnPurges).values({ tag: EVERY_PAGE, wantedAt: shop.clock.now, purgedAt: shop.clock.now });
  asked = [];
  await Promise.all([purgeDue(shop.as.shop()), purgeDue(shop.as.shop())]);
  expect(asked).toEqual([['settings']]);
});

test('at midnight in India every page is forgotten, once, and names that were purged long ago with it', async () => {
  await shop.database
    .insert(cdnPurges)
    .values({ tag: 'artwork-7', wantedAt: shop.clock.now, purgedAt: shop.clock.now });
  await purgeDue(shop.as.shop());
  await purgeDue(shop.as.shop());
  expect(asked).toEqual([[EVERY_PAGE]]);
  shop.later(24 * 60);
  await purgeDue(shop.as.shop());
  expect(asked).toEqual([[EVERY_PAGE], [EVERY_PAGE]]);
  expect(await shop.database.$count(cdnPurges, eq(cdnPurges.tag, 'artwork-7'))).toBe(0);
});

test('only the shop itself asks', async () => {
  await expect(purgeDue(shop.as.admin())).rejects.toThrow(NotFound);
});
