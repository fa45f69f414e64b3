import { inArray } from 'drizzle-orm';
import { artworks } from '#app/modules/catalogue/artworks/tables.server.ts';
import { lockPictures } from '#app/modules/catalogue/media/media.server.ts';
import {
  type ImportMemory,
  type ImportOutcome,
  type ImportOutcomes,
  importRows,
} from '#app/platform/database/import-rows.server.ts';
import { type Shop, shopOnly } from '#app/platform/shop.server.ts';
import { readImportRecord } from './internal/import-file.server.ts';
import { type Pictures, planRow } from './internal/plan-row.server.ts';
import type { FileRow } from './internal/product-rows.server.ts';
import {
  type ArtworkRow,
  type ArtworkWrite,
  missingToSell,
  saveImported,
} from '#app/modules/catalogue/artworks/save.server.ts';

/** A piece as a table of another shop has it, and the pictures it names there, in their order. */
export type MovedArtwork = { id: string; line: number; images: readonly string[]; row: FileRow };

/** Reads a row of another shop's table of pieces, by the names of its columns. */
export function readMovedArtwork(record: Record<string, string>, line: number): MovedArtwork {
  const row = readImportRecord(record, line);
  return { id: row.id, line, images: row.said.images ?? [], row };
}

/**
 * Takes in pieces of another shop, in the caller's transaction; one that is here stays as it is. `pictures` has the address in the
 * media library of each picture that is there; a piece without any is refused. `notes` answers what its owner should know of a piece
 * that was taken. Only for the shop itself.
 */
export async function importArtworks(
  shop: Shop,
  moved: readonly MovedArtwork[],
  { pictures, wasImported }: ImportMemory & { pictures: ReadonlyMap<string, string> },
): Promise<{ outcomes: ImportOutcomes; notes: Map<string, string> }> {
  shopOnly(shop);
  await lockPictures(shop, [...pictures.values()]);
  const places: Pictures = new Map([...pictures].map(([address, url]) => [address, { url }]));
  const notes = new Map<string, string>();
  const refused = new Map<string, ImportOutcome>();
  const planned: { id: string; row: FileRow; write: ArtworkWrite }[] = [];
  for (const { id, row: whole } of moved) {
    const row = withPictures(whole, pictures);
    const lost = (whole.said.images?.length ?? 0) - (row.said.images?.length ?? 0);
    if (!row.said.images) {
      const reason = lost > 0 ? 'None of its pictures could be taken' : 'It has no picture';
      refused.set(id, { outcome: 'refused', reason });
      continue;
    }
    const asked = planAsDraft(shop, row, places);
    if (!asked.plan.write) {
      refused.set(id, { outcome: 'refused', reason: asked.plan.reasons.join('; ') });
      continue;
    }
    const note = [
      lost > 0 ? `It is without ${lost} of its ${whole.said.images!.length} pictures` : '',
      asked.isDraft ? 'It is a draft, since the law asks for more before it is sold' : '',
    ];
    if (note.some(Boolean)) notes.set(id, note.filter(Boolean).join('. '));
    planned.push({ id, row, write: asked.plan.write });
  }
  const outcomes = await importRows(shop, planned, {
    wasImported,
    // What the file says is compared as an import of the table does.
    columns: ({ row }) => ({ row: row.said }),
    findExisting: async (shop, rows) => {
      const said = new Map(rows.map(({ id, row }) => [id, row]));
      const there = await shop.database
        .select()
        .from(artworks)
        .where(inArray(artworks.id, [...said.keys()]));
      return new Map(
        there.map((before) => {
          const row = said.get(before.id)!;
          const { plan } = planAsDraft(shop, row, places, before);
          return [before.id, { row: plan.outcome === 'unchanged' ? row.said : undefined }];
        }),
      );
    },
    // The report of the move lists each artwork, so the audit log does not repeat them.
    write: (shop, rows) =>
      saveImported(
        shop,
        rows.map(({ write }) => write),
        { isAudited: false },
      ),
  });
  return { outcomes: new Map([...outcomes, ...refused]), notes };
}

/** Plans a piece, as a draft where it lacks what the law asks of one that is sold. */
function planAsDraft(shop: Shop, row: FileRow, pictures: Pictures, before?: ArtworkRow) {
  const inDemo: Shop = { ...shop, config: { ...shop.config, mode: 'demo' } };
  // The tables of a backend know no variants, and each row is one piece.
  const context = { before, variantsBefore: [], pictures, twin: undefined, isFinal: true };
  const plan = planRow(inDemo, row, context);
  const isDraft = plan.write !== undefined && missingToSell(shop, plan.write.input).length > 0;
  if (!isDraft) return { plan, isDraft };
  const draft = { ...row, said: { ...row.said, status: 'draft' } };
  return { plan: planRow(inDemo, draft, context), isDraft };
}

/** The row with those of its pictures that are here; its main one stays the same, or is the first. */
function withPictures(row: FileRow, pictures: ReadonlyMap<string, string>): FileRow {
  const { images: named = [], mainImageIndex, ...said } = row.said;
  const images = named.filter((address) => pictures.has(address));
  if (images.length === 0) return { ...row, said };
  const main = images.indexOf(named[Number(mainImageIndex ?? 0)] ?? '');
  return { ...row, said: { ...said, images, mainImageIndex: String(Math.max(0, main)) } };
}
