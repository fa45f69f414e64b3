import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import PDFDocument from 'pdfkit';
import { formatRupees } from '#app/basics/money.ts';
import {
  type Invoice,
  invoiceFacts,
  invoiceFoot,
  invoiceSums,
  shipToLines,
  spacedPhone,
} from '#app/modules/order-documents/invoice.ts';
import { linesOf, type Place, registerFonts, type Style, writeLine } from './pdf-text.server.ts';

const MILLIMETRE = 72 / 25.4;
const PAGE = { width: 210 * MILLIMETRE, height: 297 * MILLIMETRE };
const EDGE = 14 * MILLIMETRE;
const [LEFT, RIGHT, TOP, BOTTOM] = [EDGE, PAGE.width - EDGE, EDGE, PAGE.height - EDGE];
const WIDE = RIGHT - LEFT;
const HALF = LEFT + WIDE / 2 + 16;

const BODY: Style = { face: 'regular', size: 10.5 };
const STRONG: Style = { face: 'bold', size: 10.5 };
const SMALL: Style = { face: 'regular', size: 9.5, colour: '#444' };
const LABEL: Style = { face: 'bold', size: 9.5, colour: '#444' };
const IN_LETTERS: Style = { face: 'italic', size: 12 };
const TOTAL: Style = { face: 'bold', size: 13 };
const LINE = 15;

/** Widths of the columns beside the titles, from the right: Amount, Rate, Qty. */
const AMOUNT = { x: RIGHT - 84, width: 84 };
const RATE = { x: AMOUNT.x - 80, width: 74 };
const QUANTITY = { x: RATE.x - 50, width: 44 };
const TITLE = QUANTITY.x - LEFT - 12;

/** The invoice on A4, black on white, as its page prints: one page for most orders, the table's head again on the next. */
export async function drawInvoice(invoice: Invoice): Promise<Buffer> {
  const document = new PDFDocument({
    size: [PAGE.width, PAGE.height],
    margin: 0,
    lang: 'en-IN',
    bufferPages: true,
    info: { Title: `Invoice ${invoice.number}`, Author: invoice.seller.name, CreationDate: invoice.issuedAt },
  });
  const chunks: Buffer[] = [];
  document.on('data', (chunk: Buffer) => chunks.push(chunk));
  const written = new Promise<void>((done, failed) => document.on('end', done).on('error', failed));
  await registerFonts(document);
  draw(document, invoice, await markPaths());
  numberPages(document, invoice);
  document.end();
  await written;
  return Buffer.concat(chunks);
}

function draw(document: PDFKit.PDFDocument, invoice: Invoice, mark: Stroke[]): void {
  const write = (text: string, style: Style, place: Place) => writeLine(document, text, style, place);
  /** Writes lines under each other, broken to a width; answers where the next one stands. */
  const block = (texts: readonly string[], style: Style, { x, y, width }: Place & { width: number }): number => {
    let next = y;
    for (const line of texts.flatMap((text) => linesOf(document, text, style, width))) {
      write(line, style, { x, y: next });
      next += style.size * 1.42;
    }
    return next;
  };
  const rule = (y: number, { from = LEFT, colour = '#000' } = {}) =>
    document.moveTo(from, y).lineTo(RIGHT, y).lineWidth(0.75).strokeColor(colour).stroke();

  threshold(document, TOP, 1);
  const { seller, buyer } = invoice;
  drawMark(document, mark, { x: LEFT, y: TOP + 20, size: 30 });
  write(seller.name, { face: 'display', size: 24 }, { x: LEFT + 38, y: TOP + 18 });
  let left = block([seller.address], BODY, { x: LEFT, y: TOP + 60, width: WIDE / 2 - 24 });
  left = block([seller.email, seller.phone, seller.hours], SMALL, { x: LEFT, y: left + 2, width: WIDE / 2 - 24 });
  write('Invoice', { face: 'display', size: 26 }, { x: HALF, y: TOP + 16 });
  let right = TOP + 54;
  for (const [label, value] of invoiceFacts(invoice)) {
    write(label, { ...BODY, colour: '#444' }, { x: HALF, y: right });
    right = Math.max(right + LINE, block([value], BODY, { x: HALF + 62, y: right, width: RIGHT - HALF - 62 }));
  }

  const people = Math.max(left, right) + 18;
  write('Bill to', LABEL, { x: LEFT, y: people });
  left = block([buyer.name, buyer.email, spacedPhone(buyer.phone)].filter(Boolean), BODY, {
    x: LEFT,
    y: people + 14,
    width: WIDE / 2 - 24,
  });
  write('Ship to', LABEL, { x: HALF, y: people });
  right = block(shipToLines(buyer), BODY, { x: HALF, y: people + 14, width: RIGHT - HALF });

  const head = (y: number): number => {
    rule(y);
    write('Piece', LABEL, { x: LEFT, y: y + 5 });
    for (const [title, column] of [
      ['Qty', QUANTITY],
      ['Rate', RATE],
      ['Amount', AMOUNT],
    ] as const)
      write(title, LABEL, { ...column, y: y + 5, align: 'right' });
    rule(y + 24);
    return y + 24;
  };
  /** Where something of this height begins: here, or at the top of a new page. */
  const makeSpace = (y: number, height: number, begin: (y: number) => number = (top) => top): number => {
    if (y + height <= BOTTOM) return y;
    document.addPage();
    return begin(TOP);
  };
  let y = head(Math.max(left, right) + 16);
  for (const line of invoice.lines) {
    const titles = linesOf(document, line.title, STRONG, TITLE);
    const height = titles.length * LINE + (line.madeToOrder ? 14 : 0) + 14;
    y = makeSpace(y, height, head) + 7;
    const under = block(titles, STRONG, { x: LEFT, y, width: TITLE });
    if (line.madeToOrder) block(['Made to order'], SMALL, { x: LEFT, y: under, width: TITLE });
    write(String(line.quantity), BODY, { ...QUANTITY, y, align: 'right' });
    write(formatRupees(line.rate), BODY, { ...RATE, y, align: 'right' });
    write(formatRupees(line.amount), BODY, { ...AMOUNT, y, align: 'right' });
    y += height - 7;
    rule(y, { colour: '#bbb' });
  }

  const sums = invoiceSums(invoice);
  const foot = invoiceFoot(invoice);
  y = makeSpace(y, sums.length * 19 + 30) + 12;
  const sumsAt = { x: RIGHT - 228, width: 228 };
  write('In words', LABEL, { x: LEFT, y });
  const lettersEnd = block([invoice.amountInWords], IN_LETTERS, { x: LEFT, y: y + 14, width: WIDE - 228 - 30 });
  for (const { label, amount, kind } of sums) {
    if (kind === 'total') {
      rule(y + 3, { from: sumsAt.x });
      y += 8;
    }
    const style = kind === 'total' ? TOTAL : BODY;
    const labels = linesOf(document, label, style, sumsAt.width - 84);
    const under = block(labels, style, { x: sumsAt.x, y, width: sumsAt.width - 84 });
    write(amount, style, { ...sumsAt, y, align: 'right' });
    y = under + 4;
  }

  const footLines = foot.map(([title, text]) => ({ title, lines: linesOf(document, `${title} ${text}`, SMALL, WIDE) }));
  const footHeight = footLines.reduce((height, { lines }) => height + lines.length * 13.5 + 4, 0) + 14;
  makeSpace(Math.max(y, lettersEnd), footHeight);
  y = BOTTOM - footHeight;
  for (const { lines } of footLines) y = block(lines, SMALL, { x: LEFT, y, width: WIDE }) + 4;
  threshold(document, BOTTOM, -1);
}

/** Sheets that belong together say so, where there is more than one. */
function numberPages(document: PDFKit.PDFDocument, { number }: Invoice): void {
  const { count } = document.bufferedPageRange();
  for (let page = 0; count > 1 && page < count; page += 1) {
    document.switchToPage(page);
    const place = { x: LEFT, y: BOTTOM + 8, width: WIDE, align: 'right' } as const;
    writeLine(document, `${number}, page ${page + 1} of ${count}`, SMALL, place);
  }
}

/** The shop's threshold: a line with a row of dots on its inner side. */
function threshold(document: PDFKit.PDFDocument, y: number, inwards: 1 | -1): void {
  document.moveTo(LEFT, y).lineTo(RIGHT, y).lineWidth(0.75).strokeColor('#000').stroke();
  for (let x = LEFT + 3.75; x < RIGHT; x += 7.5) document.circle(x, y + inwards * 4.5, 0.85).fill('#000');
}

type Stroke = { path: string; width: number };
let readMark: Promise<Stroke[]> | undefined;

/** The strokes of the shop's mark, in a square of 64. */
function markPaths(): Promise<Stroke[]> {
  readMark ??= readFile(resolve('app/styles/ornaments/mark.svg'), 'utf8').then((svg) =>
    [...svg.matchAll(/<path d="([^"]+)" stroke-width="([\d.]+)"/g)].map(([, path, width]) => ({
      path: path!,
      width: Number(width),
    })),
  );
  return readMark;
}

function drawMark(
  document: PDFKit.PDFDocument,
  mark: Stroke[],
  { x, y, size }: { x: number; y: number; size: number },
) {
  document
    .save()
    .translate(x, y)
    .scale(size / 64)
    .lineCap('round')
    .lineJoin('round')
    .strokeColor('#000');
  for (const { path, width } of mark) document.path(path).lineWidth(width).stroke();
  document.restore();
}
