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

export type MovedArtwork = { id: string; line: number; images: readonly string[]; row: FileRow };

export function readMovedArtwork(record: Record<string, string>, line: number): MovedArtwork {
  const row = readImportRecord(record, line);
  return { id: row.id, line, images: row.said.images ?? [], row };
}

/**
 * Imports another shop's pieces; existing pieces stay unchanged. Refuses a piece without a picture in `pictures`, which
 * maps addresses to the library.
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
      const reason = lost > 0 ? 'None of its pictures could be imported' : 'It has no picture';
      refused.set(id, { outcome: 'refused', reason });
      continue;
    }
    const asked = planAsDraft(shop, row, places);
    if (!asked.plan.write) {
      refused.set(id, { outcome: 'refused', reason: asked.plan.reasons.join('; ') });
      continue;
    }
    const note = [
      lost > 0 ? `${lost} of its ${whole.said.images!.length} pictures are missing` : '',
      asked.isDraft ? 'Imported as a draft, because legally required details are missing' : '',
    ];
    if (note.some(Boolean)) notes.set(id, note.filter(Boolean).join('. '));
    planned.push({ id, row, write: asked.plan.write });
  }
  const outcomes = await importRows(shop, planned, {
    wasImported,
    columns: ({ row }) => ({ row: row.said }),
    findExisting: async (shop, rows) => {
      const inputById = new Map(rows.map(({ id, row }) => [id, row]));
      const there = await shop.database
        .select()
        .from(artworks)
        .where(inArray(artworks.id, [...inputById.keys()]));
      return new Map(
        there.map((before) => {
          const row = inputById.get(before.id)!;
          const { plan } = planAsDraft(shop, row, places, before);
          return [before.id, { row: plan.outcome === 'unchanged' ? row.said : undefined }];
        }),
      );
    },
    // The import's report lists each artwork, so the audit log does not.
    write: (shop, rows) =>
      saveImported(
        shop,
        rows.map(({ write }) => write),
        { isAudited: false },
      ),
  });
  return { outcomes: new Map([...outcomes, ...refused]), notes };
}

function planAsDraft(shop: Shop, row: FileRow, pictures: Pictures, before?: ArtworkRow) {
  const inDemo: Shop = { ...shop, config: { ...shop.config, mode: 'demo' } };
  const context = { before, variantsBefore: [], pictures, twin: undefined, isFinal: true };
  const plan = planRow(inDemo, row, context);
  const isDraft = plan.write !== undefined && missingToSell(shop, plan.write.input).length > 0;
  if (!isDraft) return { plan, isDraft };
  const draft = { ...row, said: { ...row.said, status: 'draft' } };
  return { plan: planRow(inDemo, draft, context), isDraft };
}

function withPictures(row: FileRow, pictures: ReadonlyMap<string, string>): FileRow {
  const { images: named = [], mainImageIndex, ...said } = row.said;
  const images = named.filter((address) => pictures.has(address));
  if (images.length === 0) return { ...row, said };
  const main = images.indexOf(named[Number(mainImageIndex ?? 0)] ?? '');
  return { ...row, said: { ...said, images, mainImageIndex: String(Math.max(0, main)) } };
}
