import { CsvError, parse } from 'csv-parse/sync';
import { readMoment } from '#app/basics/india.ts';
import { done, type Refused, refused, type Result } from '#app/basics/result.ts';
import { paise } from '#app/basics/money.ts';
import { rupeesText } from '#app/basics/rupees.ts';
import { isUuid } from '#app/basics/uuid.ts';
import { uuidFrom } from '#app/basics/uuid-from.server.ts';
import {
  ARTWORK_TEXT_FIELDS,
  columnOf,
  textFieldOf,
  writeField,
} from '#app/modules/catalogue/artworks/artwork-fields.ts';
import { MAX_IMPORT_LINES, MAX_IMPORT_ROWS } from '#app/modules/catalogue/product-import/artwork-import.ts';
import { tagsOf } from '#app/modules/catalogue/artworks/forms.ts';
import type { ProductMapping } from '#app/modules/catalogue/product-import/product-mapping.ts';
import { loadPlainText } from './plain-text.server.ts';
import type { FileRow, ProductFile, TableRecord } from './product-rows.server.ts';
import { isShopify, readShopify } from './shopify.server.ts';
import { isWooCommerce, readWooCommerce } from './woocommerce.server.ts';

/**
 * Reads a table from this shop, its former backend, Shopify or WooCommerce. Derives missing UUIDs from the row's id, so
 * that importing a row again finds the same piece.
 */
export async function readImportFile(
  text: string,
  mapping: ProductMapping,
): Promise<Result<ProductFile, Refused<'unreadable', { message: string }> | Refused<'too-many-rows', undefined>>> {
  let parsed: { record: Record<string, string>; info: { lines: number } }[];
  let lineBefore = 1;
  try {
    parsed = parse(text.replace(/\r\n?/g, '\n').replaceAll('\0', ''), {
      bom: true,
      columns: (header: string[]) => header.map(columnName),
      delimiter: delimiterOf(text),
      skip_empty_lines: true,
      relax_column_count_less: true,
      info: true,
      to: MAX_IMPORT_LINES + 1,
    }) as unknown as typeof parsed;
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    return refused('unreadable', { message: error.message });
  }
  if (parsed.length === 0) return refused('unreadable', { message: 'it has no rows' });
  if (parsed.length > MAX_IMPORT_LINES) return refused('too-many-rows');
  const columns = Object.keys(parsed[0]!.record);
  const records = parsed.map(({ record, info }): TableRecord => {
    const line = lineBefore + 1;
    lineBefore = info.lines;
    return { line, cell: (column) => (columns.includes(column) ? cellOf(record[column] ?? '') : undefined) };
  });
  const file = await readRecords(records, columns, mapping);
  if (!file) return refused('unreadable', { message: 'it needs a “title” or “id” column' });
  return file.rows.length > MAX_IMPORT_ROWS ? refused('too-many-rows') : done(file);
}

async function readRecords(
  records: readonly TableRecord[],
  columns: readonly string[],
  mapping: ProductMapping,
): Promise<ProductFile | undefined> {
  if (isShopify(columns))
    return withoutNegativeStock(readShopify(records, { mapping, plainText: await loadPlainText() }));
  if (isWooCommerce(columns))
    return withoutNegativeStock(readWooCommerce(records, { mapping, plainText: await loadPlainText() }));
  if (!columns.includes('title') && !columns.includes('id')) return undefined;
  // The shop's own export has every column; older exports have prices in paise.
  const isOwn = columns.includes('version');
  const rows = records.map((record) => rowOf(record, isOwn));
  return { rows, unmapped: [], notes: [], ...((isOwn || columns.includes('price_rupees')) && { isOwn: true }) };
}

/** Other shops store negative stock when they sell on backorder. This shop stores 0 instead. */
function withoutNegativeStock(file: ProductFile): ProductFile {
  let hasNegative = false;
  const settleCount = (count: string | undefined) => {
    const isNegative = count !== undefined && /^-\d+$/.test(count);
    hasNegative ||= isNegative;
    return isNegative ? '0' : count;
  };
  const rows = file.rows.map((row) => ({
    ...row,
    said: 'stockCount' in row.said ? { ...row.said, stockCount: settleCount(row.said.stockCount) } : row.said,
    variants: row.variants?.map((variant) => ({ ...variant, stockCount: settleCount(variant.stockCount) })),
  }));
  return {
    ...file,
    rows,
    notes: hasNegative ? [...file.notes, 'Stock counts below 0 are imported as 0.'] : file.notes,
  };
}

/** Exports put a ' before what a spreadsheet would run as a formula (T21). */
const cellOf = (value: string): string => value.trim().replace(/^'(?=[=+\-@\t\r\n＝＋－＠])/, '');

const columnName = (name: string): string =>
  name
    .trim()
    .replace(/([a-z\d])([A-Z])/g, '$1_$2')
    .replace(/[\s-]+/g, '_')
    .toLowerCase();

function delimiterOf(text: string): string {
  const [head = ''] = text.split('\n', 1);
  return [',', ';', '\t'].toSorted((a, b) => head.split(b).length - head.split(a).length)[0]!;
}

export const readImportRecord = (record: Record<string, string>, line: number, isOwn = false): FileRow =>
  rowOf({ line, cell: (name) => (record[name] === undefined ? undefined : cellOf(record[name])) }, isOwn);

function rowOf({ line, cell }: TableRecord, isOwn: boolean): FileRow {
  const said: FileRow['said'] = {};
  for (const name of ARTWORK_TEXT_FIELDS) {
    const value = cell(columnOf(name));
    if (value !== undefined) said[name] = textFieldOf(name).readCell?.(value) ?? value;
  }
  for (const name of ['price', 'mrp'] as const) {
    const rupees = cell(`${name}_rupees`);
    if (rupees !== undefined) said[name] = rupees;
    else if (isOwn && said[name]) said[name] = rupeesOfPaise(said[name]);
  }
  if (isOwn && said.price === '') said.price = writeField('price', null);
  const dimensions = dimensionsOf(cell('dimensions'), {
    width: cell('width'),
    height: cell('height'),
    unit: cell('unit'),
  });
  if (dimensions) said.dimensions = dimensions;
  const images = cell('images');
  // Every piece needs an image, so an empty cell leaves the images unchanged.
  if (images) said.images = listOf(images, /[|\s]+/);
  const index = cell('main_image_index');
  if (index) said.mainImageIndex = index;
  const inStock = cell('in_stock');
  if (inStock !== undefined) said.stockCount ??= isYes(inStock) ? '1' : '0';
  const featured = cell('featured');
  if (featured !== undefined) said.featured = isYes(featured);
  const tags = cell('tags');
  if (tags !== undefined) said.tags = tagsOf(listOf(tags, /[,;|]/).join(','));
  const createdAt = readMoment(cell('created_at') ?? '');
  const id = cell('id') ?? '';
  return {
    line,
    id: importedArtworkId(id || (said.title ?? `line ${line}`)),
    said,
    createdAt,
  };
}

export const importedArtworkId = (id: string): string => (isUuid(id) ? id.toLowerCase() : uuidFrom(`artwork\n${id}`));

const isYes = (text: string): boolean => /^(t|true|y|yes|1)$/i.test(text);

const rupeesOfPaise = (typed: string): string =>
  /^\d{1,12}$/.test(typed) ? rupeesText(paise(Number(typed))) : `${typed} paise`;

function dimensionsOf(
  json: string | undefined,
  columns: { width?: string; height?: string; unit?: string },
): FileRow['said']['dimensions'] {
  const read = json === undefined ? undefined : parseJson(json);
  if (read && typeof read === 'object' && !Array.isArray(read)) {
    const { width, height, unit } = read as Record<string, unknown>;
    return { width: numberIn(width), height: numberIn(height), unit: unit === 'inches' ? 'inches' : 'cm' };
  }
  const given = Object.entries(columns).filter(([, value]) => value !== undefined && value !== '');
  return given.length === 0 ? undefined : Object.fromEntries(given);
}

const numberIn = (value: unknown): string => (typeof value === 'number' || typeof value === 'string' ? `${value}` : '');

function listOf(text: string, separators: RegExp): string[] {
  const json = text.startsWith('[') ? parseJson(text) : undefined;
  if (Array.isArray(json))
    return json.filter((item): item is string => typeof item === 'string').map((item) => item.trim());
  const array = /^\{(.*)\}$/s.exec(text)?.[1];
  if (array !== undefined)
    return [...array.matchAll(/"((?:[^"\\]|\\.)*)"|([^,]+)/g)].map(([, quoted, plain]) =>
      (quoted?.replace(/\\(.)/g, '$1') ?? plain!).trim(),
    );
  return text
    .split(separators)
    .map((item) => item.trim())
    .filter(Boolean);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
