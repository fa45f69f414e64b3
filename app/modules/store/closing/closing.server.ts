import { isNull } from 'drizzle-orm';
import { dayInIndia } from '#app/basics/india.ts';
import { done, type Refused, refused, type Result } from '#app/basics/result.ts';
import { getSettings } from '#app/modules/store/settings/settings.server.ts';
import { audit } from '#app/platform/audit/audit.server.ts';
import { readCached } from '#app/platform/read-cache.server.ts';
import { actorId, inTransaction, isOwner, ownerOnly, type Shop } from '#app/platform/shop.server.ts';
import { type Closing, closingOf } from './closing.ts';
import { opening } from './tables.server.ts';

declare module '#app/platform/shop.server.ts' {
  interface Suppliers {
    isReadyForBuyers: (shop: Shop) => Promise<boolean>;
  }
}

export type OpeningState = { openedAt: Date | null; firstOrderAt: Date | null };

export async function selectOpening({ database }: Shop): Promise<OpeningState> {
  const [row] = await database.select({ openedAt: opening.openedAt, firstOrderAt: opening.firstOrderAt }).from(opening);
  return row ?? { openedAt: null, firstOrderAt: null };
}

const readOpening = (shop: Shop): Promise<OpeningState> => readCached(shop, 'opening', () => selectOpening(shop));

/** Returns why the shop is closed to buyers, or undefined while it sells. */
export async function findClosing(shop: Shop): Promise<Closing | undefined> {
  const { mode } = shop.config;
  const settings = await getSettings(shop);
  const state = mode === 'demo' ? { openedAt: null, firstOrderAt: null } : await readOpening(shop);
  const mustBeReady = state.openedAt !== null && state.firstOrderAt === null;
  return closingOf({
    mode,
    ...state,
    isReady: mustBeReady && (await shop.suppliers.isReadyForBuyers(shop)),
    awayUntil: settings.away.until,
    today: dayInIndia(shop.now),
  });
}

/** Like `findClosing`, but owners can buy before the opening, to test the shop. */
export async function findClosingFor(shop: Shop): Promise<Closing | undefined> {
  const closing = await findClosing(shop);
  return closing?.reason === 'not-open' && isOwner(shop) ? undefined : closing;
}

/** Records a buyer's first order, after which the shop stays open. Owners' orders are only tests. */
export async function noteOrder(shop: Shop): Promise<void> {
  if (shop.config.mode === 'demo' || isOwner(shop)) return;
  await shop.database.update(opening).set({ firstOrderAt: shop.now }).where(isNull(opening.firstOrderAt));
}

/** Opens a live shop for buyers. Refused while the checklist is incomplete. Owners only. */
export async function openForBuyers(shop: Shop): Promise<Result<undefined, Refused<'not-ready', undefined>>> {
  ownerOnly(shop);
  if (shop.config.mode === 'demo') return done();
  const opened = await inTransaction(
    shop,
    async (shop): Promise<Result<undefined, Refused<'not-ready', undefined>>> => {
      if (!(await shop.suppliers.isReadyForBuyers(shop))) return refused('not-ready');
      const [written] = await shop.database
        .insert(opening)
        .values({ openedAt: shop.now, openedBy: actorId(shop) })
        .onConflictDoUpdate({
          target: opening.id,
          set: { openedAt: shop.now, openedBy: actorId(shop) },
          setWhere: isNull(opening.openedAt),
        })
        .returning({ openedAt: opening.openedAt });
      if (written)
        await audit(shop, { action: 'shop.open', table: 'opening', id: 'shop', after: { openedAt: shop.now } });
      return done();
    },
  );
  shop.readCache?.drop('settings');
  return opened;
}
