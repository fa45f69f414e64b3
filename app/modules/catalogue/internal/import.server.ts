import { mediaUrl } from '#app/modules/media/picture.ts';
import { createHash } from 'node:crypto';
import { asc, inArray } from 'drizzle-orm';
import { formatDay, formatMoment } from '#app/basics/india.ts';
import type { Result } from '#app/basics/result.ts';
import { done, refused } from '#app/basics/result.ts';
import { shownMedium } from '#app/modules/catalogue/artwork.ts';
import {
  IMPORT_OUTCOMES,
  type ImportPlan,
  type ImportRefusal,
  type ImportRow,
} from '#app/modules/catalogue/artwork-import.ts';
import {
  ARTWORK_FIELD_NAMES,
  ARTWORK_FIELDS,
  type ArtworkField,
  type ArtworkTextField,
  columnOf,
  writeField,
} from '#app/modules/catalogue/artwork-fields.ts';
import { artworkSchema } from '#app/modules/catalogue/forms.ts';
import { LAW_ASKS } from '#app/modules/catalogue/messages.ts';
import { artworks } from '#app/modules/catalogue/tables.server.ts';
import { lockPictures, picturesByUrl, picturesNamed, storePicture } from '#app/modules/media/media.server.ts';
import { storeRefusal } from '#app/modules/media/messages.ts';
import type { Shop } from '#app/platform/shop.server.ts';
import { adminOnly, inTransaction } from '#app/platform/shop.server.ts';
import { type FileRow, readImportFile } from './import-file.server.ts';
import {
  type ArtworkRow,
  type ArtworkWrite,
  columnsOf,
  missingToSell,
  savedColumns,
  writeArtworks,
} from './save.server.ts';

/** Picture files that come with the table, by name; only the command line has them. */
export type Attachments = ReadonlyMap<string, () => Promise<Uint8Array>>;
const NO_ATTACHMENTS: Attachments = new Map();

/** A row of the file, planned; with what is to be written when it is to be. */
type PlannedRow = ImportRow & { write?: ArtworkWrite };

/**
 * Tells what an import of this table of pieces would do, row by row, and does nothing (running.md). Admins and the shop
 * itself only. What a table doesn't say of a piece that is there stays; pictures must be in the media library, under their
 * address or the name they were uploaded with, or attached: nothing is ever fetched (T20).
 */
export async function planImport(
  shop: Shop,
  text: string,
  attachments: Attachments = NO_ATTACHMENTS,
): Promise<Result<ImportPlan, ImportRefusal>> {
  adminOnly(shop);
  const read = readImportFile(text);
  if (!read.ok) return read;
  return done(planOf(await planRows(shop, read.value, await findPictures(shop, read.value, attachments))));
}

/**
 * Imports what can be imported, in one transaction; refused rows are left out. Doing it twice changes nothing twice. With
 * `key`, the one of the plan that was looked at, it is refused when the shop would do something else by now.
 */
export async function applyImport(
  shop: Shop,
  text: string,
  { key, attachments = NO_ATTACHMENTS }: { key?: string; attachments?: Attachments } = {},
): Promise<Result<ImportPlan, ImportRefusal>> {
  adminOnly(shop);
  const read = readImportFile(text);
  if (!read.ok) return read;
  const pictures = await storeAttachments(shop, await findPictures(shop, read.value, attachments), attachments);
  return inTransaction(shop, async (shop) => {
    const planned = await planRows(shop, read.value, pictures, 'lock');
    const plan = planOf(planned);
    if (key !== undefined && plan.key !== key) return refused('changed-meanwhile', plan);
    await writeArtworks(
      shop,
      'artwork.import',
      planned.flatMap(({ write }) => write ?? []),
    );
    return done(plan);
  });
}

/** Where each picture is that the table names: its address in the library, or 'attached'; what isn't in the map isn't there. */
type Pictures = ReadonlyMap<string, string>;
const ATTACHED = 'attached';
const OURS = /\/media\/[\w-]+\.webp$/;

/** '…/artwork-images/1712-abc.jpg?x=1' was uploaded as '1712-abc.jpg'. */
function fileNameOf(address: string): string {
  const last = address
    .replace(/[?#].*$/, '')
    .split('/')
    .at(-1)!;
  try {
    return decodeURIComponent(last);
  } catch {
    return last;
  }
}

async function findPictures(shop: Shop, rows: readonly FileRow[], attachments: Attachments): Promise<Pictures> {
  const named = [...new Set(rows.flatMap(({ said }) => said.images ?? []))];
  const ours = named.filter((address) => OURS.test(address));
  const own = await picturesByUrl(
    shop,
    ours.map((address) => OURS.exec(address)![0]),
  );
  const uploaded = await picturesNamed(shop, named.map(fileNameOf));
  return new Map(
    named.flatMap((address): [string, string][] => {
      const url = OURS.exec(address)?.[0];
      if (url !== undefined && own.has(url)) return [[address, url]];
      const known = uploaded.get(fileNameOf(address)) ?? (attachments.has(fileNameOf(address)) ? ATTACHED : undefined);
      return known === undefined ? [] : [[address, known]];
    }),
  );
}

/** Takes the attached pictures into the library; one that is refused there isn't there. */
async function storeAttachments(shop: Shop, pictures: Pictures, attachments: Attachments): Promise<Pictures> {
  const all = new Map(pictures);
  const stored = new Map<string, string>();
  for (const [address, where] of pictures) {
    if (where !== ATTACHED) continue;
    const name = fileNameOf(address);
    if (!stored.has(name)) {
      const taken = await storePicture(shop, { bytes: await attachments.get(name)!(), originalFilename: name });
      stored.set(name, taken.ok ? taken.value.url : `${REFUSED}${storeRefusal(taken)}`);
    }
    all.set(address, stored.get(name)!);
  }
  return all;
}
const REFUSED = 'refused: ';

async function planRows(
  shop: Shop,
  rows: readonly FileRow[],
  pictures: Pictures,
  lock?: 'lock',
): Promise<PlannedRow[]> {
  const query = shop.database
    .select()
    .from(artworks)
    .where(
      inArray(
        artworks.id,
        rows.map(({ id }) => id),
      ),
    )
    .orderBy(asc(artworks.id));
  const there = new Map((await (lock ? query.for('update') : query)).map((row) => [row.id, row]));
  if (lock)
    await lockPictures(
      shop,
      [...pictures.values()].filter((url) => OURS.test(url)),
    );
  const seen = new Map<string, number>();
  return rows.map((row) => {
    const twin = seen.get(row.id);
    seen.set(row.id, twin ?? row.line);
    return planRow(shop, row, there.get(row.id), pictures, twin);
  });
}

function planRow(
  shop: Shop,
  row: FileRow,
  before: ArtworkRow | undefined,
  pictures: Pictures,
  twin: number | undefined,
): PlannedRow {
  const { line, id, said } = row;
  const reasons: string[] = [];
  if (twin !== undefined) reasons.push(`Line ${twin} is the same piece`);
  const images = said.images?.map((address) => {
    const where = pictures.get(address);
    if (where === undefined)
      reasons.push(`images: ${fileNameOf(address)} is not in the media library. Upload it there first.`);
    else if (where.startsWith(REFUSED)) reasons.push(`images: ${fileNameOf(address)}: ${where.slice(REFUSED.length)}`);
    // What is attached gets its address when it is stored; until then any that fits does.
    return where === ATTACHED ? mediaUrl('attached.webp') : (where ?? mediaUrl('missing.webp'));
  });
  const parsed = artworkSchema.safeParse({
    ...(before ? asInput(before) : {}),
    ...said,
    ...(said.dimensions ? { dimensions: { ...before?.dimensions, ...said.dimensions } } : {}),
    ...(images ? { images } : {}),
  });
  if (!parsed.success)
    for (const { path, message } of parsed.error.issues)
      reasons.push(`${columnOf(String(path[0] ?? 'row'))}: ${message}`);
  else for (const name of missingToSell(shop, parsed.data)) reasons.push(`${columnOf(name)}: ${LAW_ASKS}`);
  const title = said.title ?? before?.title ?? '';
  if (reasons.length > 0 || !parsed.success) return { line, id, title, outcome: 'refused', changes: [], reasons };
  const after = columnsOf(parsed.data);
  const now = before && savedColumns(before);
  // Of a new piece what it costs and where it will stand is looked at before it is in the shop.
  const changes = now
    ? ARTWORK_FIELD_NAMES.filter((name) => JSON.stringify(now[name]) !== JSON.stringify(after[name])).map((name) => ({
        column: columnOf(name),
        before: show(name, now[name]),
        after: show(name, after[name]),
      }))
    : [
        ...LOOKED_AT.map((name) => ({ column: columnOf(name), before: '', after: show(name, after[name]) })),
        ...(row.createdAt ? [{ column: 'created_at', before: '', after: formatMoment(row.createdAt) }] : []),
      ].filter(({ after }) => after !== '');
  const outcome = before ? (changes.length > 0 ? 'changed' : 'unchanged') : 'added';
  return {
    line,
    id,
    title,
    outcome,
    changes,
    reasons,
    ...(outcome === 'unchanged' ? {} : { write: { id, input: parsed.data, before, createdAt: row.createdAt } }),
  };
}

const LOOKED_AT = ['price', 'medium', 'category', 'stockCount', 'dateCreated'] as const;

/** A piece that is there, as the shape reads it. */
const asInput = (row: ArtworkRow) => ({
  ...savedColumns(row),
  price: writeField('price', row.price),
  mrp: writeField('mrp', row.mrp),
  medium: shownMedium(row),
});

function show(name: ArtworkField, value: ReturnType<typeof columnsOf>[ArtworkField]): string {
  if (name === 'dateCreated' && value) return formatDay(`${value as string}T12:00:00+05:30`);
  if (ARTWORK_FIELDS[name].isText) return writeField(name as ArtworkTextField, value as never);
  if (Array.isArray(value)) return value.join(', ');
  return value && typeof value === 'object' ? `${value.width} × ${value.height} ${value.unit}` : String(value);
}

function planOf(planned: readonly PlannedRow[]): ImportPlan {
  const rows = planned.map(({ write: _write, ...row }) => row);
  const counts = Object.fromEntries(
    IMPORT_OUTCOMES.map((outcome) => [outcome, rows.filter((row) => row.outcome === outcome).length]),
  ) as ImportPlan['counts'];
  return { rows, counts, key: createHash('sha256').update(JSON.stringify(rows)).digest('hex') };
}
