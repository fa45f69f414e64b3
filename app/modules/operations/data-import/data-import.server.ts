import { eq } from 'drizzle-orm';
import { done, refused, type Refused, type Result } from '#app/basics/result.ts';
import { isForCart } from '#app/modules/catalogue/artworks/artwork.ts';
import { importArtworks, readMovedArtwork } from '#app/modules/catalogue/product-import/moved-artworks.server.ts';
import { importedArtworkId } from '#app/modules/catalogue/product-import/product-import.server.ts';
import { artworks } from '#app/modules/catalogue/artworks/tables.server.ts';
import { importCarts } from '#app/modules/orders/cart/import-carts.server.ts';
import { importCoupons } from '#app/modules/orders/coupons/import-coupons.server.ts';
import { checkLedger } from '#app/modules/operations/health/ledger-check.server.ts';
import { type ImportedRequest, importRequests } from '#app/modules/requests/requests/requests.server.ts';
import { orders } from '#app/modules/orders/orders/tables.server.ts';
import { importWishlists } from '#app/modules/catalogue/wishlist/wishlist.server.ts';
import { inTransaction, type Shop, shopOnly } from '#app/platform/shop.server.ts';
import { z } from 'zod';
import { movedId, moveTable } from './internal/move-table.server.ts';
import { moveOrders } from './internal/orders.server.ts';
import { movePeople, type People } from './internal/people.server.ts';
import { type FoundPictures, type PictureSources, takePictures } from './internal/pictures.server.ts';
import { isSound, type MoveReport, TableCounter } from './report.ts';
import { cartSchema, couponRowSchema, mediaSchema, orderSchema, readRow, requestSchema, wishSchema } from './rows.ts';
import { readMoment } from './cells.ts';
import type { Source, SourceRow } from './source.ts';

export type { PictureSources } from './internal/pictures.server.ts';

type Options = PictureSources & { dryRun?: boolean; invite?: boolean };

/**
 * Imports a former backend with its ids, and lists refused rows. Refuses everything when the totals or the ledger
 * differ. Only for background jobs and commands.
 */
export async function moveIn(
  shop: Shop,
  source: Source,
  { dryRun = false, invite = false, ...sources }: Options = {},
): Promise<Result<MoveReport, Refused<'not-sound', MoveReport>>> {
  shopOnly(shop);
  const pictures = await takePictures(shop, addressesIn(source), sources, { dryRun, names: uploadNamesIn(source) });
  try {
    return await inTransaction(shop, async (shop) => {
      const report = newReport(source, pictures, dryRun);
      await moveAll(shop, source, report, { pictures, invite });
      if (dryRun || !isSound(report)) throw new DryRunRollback(report);
      return done(report);
    });
  } catch (error) {
    if (!(error instanceof DryRunRollback)) throw error;
    return isSound(error.report) ? done(error.report) : refused('not-sound', error.report);
  }
}

class DryRunRollback extends Error {
  readonly report: MoveReport;
  constructor(report: MoveReport) {
    super('taken back');
    this.report = report;
  }
}

const newReport = (source: Source, { report }: FoundPictures, dryRun: boolean): MoveReport => ({
  dryRun,
  tables: [],
  pictures: report,
  totals: [],
  paymentsMade: { count: 0, amount: 0 },
  withoutPassword: [],
  invited: 0,
  formerAdmins: [],
  unread: source.unread,
  ledgerDifferences: [],
});

async function moveAll(
  shop: Shop,
  source: Source,
  report: MoveReport,
  { pictures, invite }: { pictures: FoundPictures; invite: boolean },
): Promise<void> {
  const people = await movePeople(shop, source, report, { invite });
  reportMedia(source, report, pictures);
  await moveArtworks(shop, source, report, pictures);
  const here = await readArtworksHere(shop);
  await moveCoupons(shop, source, report);
  const madeToOrder = new Set([...here].flatMap(([id, { medium }]) => (medium === 'fabric' ? [id] : [])));
  await moveOrders(shop, source, report, { people, pictures: pictures.urls, madeToOrder });
  await moveRequests(shop, source, report, here);
  await moveWishlists(shop, source, report, { people, here });
  await moveCarts(shop, source, report, { people, here });
  const differences = new Set((await checkLedger(shop)).map(({ orderId }) => orderId));
  const moved = await shop.database.select({ id: orders.id }).from(orders).where(eq(orders.movedInAt, shop.now));
  report.ledgerDifferences = moved.flatMap(({ id }) => (differences.has(id) ? [id] : []));
}

type ArtworksHere = Map<
  string,
  { medium: 'fabric' | 'oil' | 'handcraft'; price: (typeof artworks.$inferSelect)['price'] }
>;

async function readArtworksHere(shop: Shop): Promise<ArtworksHere> {
  const { id, medium, price } = artworks;
  const rows = await shop.database.select({ id, medium, price }).from(artworks);
  return new Map(rows.map(({ id, ...artwork }) => [id, artwork]));
}

const artworkSchema = z.record(z.string(), z.string().nullable());

const artworkIn = ({ cells, line }: SourceRow) => {
  const record = Object.fromEntries(
    Object.entries(cells).flatMap(([name, cell]) => (cell === null ? [] : [[name, cell]])),
  );
  const createdAt = record.created_at === undefined ? undefined : readMoment(record.created_at);
  return readMovedArtwork({ ...record, ...(createdAt && { created_at: createdAt.toISOString() }) }, line);
};

function addressesIn(source: Source): string[] {
  const rowsOf = (table: 'artworks' | 'media_gallery' | 'orders') => source.tables.get(table) ?? [];
  const ofOrder = (row: SourceRow) => {
    const read = readRow(orderSchema, row);
    return read.ok ? read.value.items.map(({ image }) => image) : [];
  };
  return [
    ...rowsOf('artworks').flatMap((row) => artworkIn(row).images),
    ...rowsOf('media_gallery').map(({ cells }) => cells.public_url ?? ''),
    ...rowsOf('orders').flatMap(ofOrder),
  ].filter(Boolean);
}

function uploadNamesIn(source: Source): Map<string, string> {
  return new Map(
    (source.tables.get('media_gallery') ?? []).flatMap(({ cells }): [string, string][] =>
      cells.public_url && cells.original_filename ? [[cells.public_url, cells.original_filename]] : [],
    ),
  );
}

function reportMedia(source: Source, report: MoveReport, { urls, stored, report: { failed } }: FoundPictures): void {
  const counter = new TableCounter('media_gallery');
  const reasons = new Map(failed.map(({ address, reason }) => [address, reason]));
  for (const row of source.tables.get('media_gallery') ?? []) {
    const read = readRow(mediaSchema, row);
    const named = { line: row.line, id: row.cells.id ?? 'without an id' };
    const address = read.ok ? read.value.public_url : null;
    if (!read.ok) counter.note(named, 'refused', read.data);
    else if (address === null) counter.note(named, 'refused', 'public_url is missing');
    else if (!urls.has(address))
      counter.note(named, 'refused', reasons.get(address) ?? 'It does not exist in this shop');
    else counter.note(named, stored.has(address) || report.dryRun ? 'added' : 'unchanged');
  }
  report.tables.push(counter.report);
}

const moveArtworks = (shop: Shop, source: Source, report: MoveReport, { urls: pictures }: FoundPictures) =>
  moveTable(shop, source, report, {
    table: 'artworks',
    schema: artworkSchema,
    toRow: (_cells, row) => ({ row: artworkIn(row) }),
    importAll: (shop, rows, memory) => importArtworks(shop, rows, { ...memory, pictures }),
  });

const moveCoupons = (shop: Shop, source: Source, report: MoveReport) => {
  const codes = new Map<string, number>();
  return moveTable(shop, source, report, {
    table: 'coupons',
    schema: couponRowSchema,
    toRow: (coupon, { line }) => {
      const twin = codes.get(coupon.code);
      if (twin !== undefined) return { reason: `Line ${twin} has the same code` };
      codes.set(coupon.code, line);
      return { row: { ...coupon, id: movedId('coupons', coupon.id) } };
    },
    importAll: importCoupons,
  });
};

const CUSTOM = /^\s*fabric source\s*:/i;

const moveRequests = (shop: Shop, source: Source, report: MoveReport, here: ArtworksHere) =>
  moveTable(shop, source, report, {
    table: 'order_requests',
    schema: requestSchema,
    toRow: (request) => {
      const artworkId = request.artwork_id === null ? null : importedArtworkId(request.artwork_id);
      const artwork = artworkId === null ? undefined : here.get(artworkId);
      const isCustom = artwork?.medium === 'fabric' || !artwork || CUSTOM.test(request.message);
      const status = request.status ?? 'pending';
      // The former backend's accepted requests became orders.
      const statusByFormerStatus: Record<string, ImportedRequest['status']> = {
        pending: 'pending',
        rejected: 'rejected',
        accepted: 'closed',
      };
      if (!(status in statusByFormerStatus))
        return { reason: `status is not one of ${Object.keys(statusByFormerStatus).join(', ')}` };
      const { name, email, phone, message, created_at: createdAt } = request;
      const row: ImportedRequest = {
        id: movedId('order_requests', request.id),
        artworkId: artwork ? artworkId : null,
        kind: isCustom ? 'custom' : 'out-of-stock',
        name,
        email,
        phone,
        message,
        shippingAddress: request.shipping_address,
        status: statusByFormerStatus[status]!,
        createdAt,
      };
      return artworkId !== null && !artwork ? { row, note: 'Its piece does not exist in this shop' } : { row };
    },
    importAll: importRequests,
  });

type Belongings = { people: People; here: ArtworksHere };

function findBelonging(
  { people, here }: Belongings,
  row: { user_id: string; artwork_id: string },
): { id: string; userId: string; artworkId: string } | { reason: string } {
  const owner = people.ownerOf(row.user_id);
  if (owner === 'refused') return { reason: 'Its person was refused: correct that row first' };
  if (owner === 'absent') return { reason: 'Its person is not in any file' };
  const artworkId = importedArtworkId(row.artwork_id);
  if (!here.has(artworkId)) return { reason: 'Its piece does not exist in this shop' };
  return { id: `${owner.userId} ${artworkId}`, userId: owner.userId, artworkId };
}
const nameBelonging = ({ cells }: SourceRow): string =>
  cells.id ?? `${cells.user_id ?? '?'} ${cells.artwork_id ?? '?'}`;

const moveWishlists = (shop: Shop, source: Source, report: MoveReport, belongings: Belongings) =>
  moveTable(shop, source, report, {
    table: 'wishlist',
    schema: wishSchema,
    sourceIdOf: nameBelonging,
    toRow: (wish) => {
      const found = findBelonging(belongings, wish);
      return 'reason' in found
        ? found
        : { row: { ...found, dateAdded: wish.date_added ?? wish.created_at ?? LONG_AGO } };
    },
    importAll: importWishlists,
  });

const moveCarts = (shop: Shop, source: Source, report: MoveReport, belongings: Belongings) =>
  moveTable(shop, source, report, {
    table: 'cart',
    schema: cartSchema,
    sourceIdOf: nameBelonging,
    toRow: (line) => {
      const found = findBelonging(belongings, line);
      if ('reason' in found) return found;
      if (!isForCart(belongings.here.get(found.artworkId)!))
        return { reason: 'Its piece is made to order or has no price, so it can’t be in a cart' };
      return { row: { ...found, quantity: line.quantity, createdAt: line.created_at ?? LONG_AGO } };
    },
    importAll: importCarts,
  });

const LONG_AGO = new Date(0);
