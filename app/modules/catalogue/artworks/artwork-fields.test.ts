import { getTableColumns } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { EXPORTED_COLUMNS } from '#app/routes/admin/operations/export/exported-columns.ts';
import { EMPTY_DRAFT } from '#app/routes/admin/catalogue/artworks/form/draft.ts';
import { ARTWORK_FIELD_NAMES, ARTWORK_TEXT_FIELDS, columnOf, IMPORT_COLUMNS } from './artwork-fields.ts';
import { artworks } from './tables.server.ts';

test('imports and exports each field, and shows each text in the form', () => {
  const columns: Record<string, { name: string }> = getTableColumns(artworks);
  for (const name of ARTWORK_FIELD_NAMES) {
    expect(columns[name]?.name).toBe(columnOf(name));
    expect(IMPORT_COLUMNS).toContain(columnOf(name));
    expect(EXPORTED_COLUMNS.artworks?.replaceAll(':rupees', '').split(' ')).toContain(columnOf(name));
  }
  for (const name of ARTWORK_TEXT_FIELDS) expect(EMPTY_DRAFT).toHaveProperty(name);
  expect(IMPORT_COLUMNS).toBe(
    'title, description, price (rupees, or “on request”), medium, category, style, dimensions or width, height, unit, images, main_image_index, stock_count, featured, status, tags, date_created, gst_rate, hsn, country_of_origin, meta_title, meta_description, maker, net_quantity, mrp (rupees), best_before, licence_number',
  );
});
