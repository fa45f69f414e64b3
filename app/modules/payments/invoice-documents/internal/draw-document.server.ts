import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import PDFDocument from 'pdfkit';
import { toSheet } from '#app/modules/payments/invoice-documents/document-sheet.ts';
import type { DocumentSheet, InvoiceDocument } from '#app/modules/payments/invoice-documents/paper-sheet.ts';
import { wrapText, type Place, registerFonts, type Style, writeLine } from './pdf-text.server.ts';

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
const BOLDER = 6;
const LONG_TITLE = 20;
const SIGNATURE = 72;

type Column = { label: string; x: number; width: number };

const widthOf = (label: string): number => (label === 'Qty' ? 38 : label.endsWith('GST') ? 66 : 80);

function placeColumns(labels: readonly string[]): Column[] {
  let x = RIGHT - labels.reduce((all, label) => all + widthOf(label), 0);
  return labels.map((label) => {
    const column = { label, x: x + 6, width: widthOf(label) - 6 };
    x += widthOf(label);
    return column;
  });
}

export async function drawDocument(invoiceDocument: InvoiceDocument): Promise<Buffer> {
  const document = new PDFDocument({
    size: [PAGE.width, PAGE.height],
    margin: 0,
    lang: 'en-IN',
    bufferPages: true,
    info: {
      Title: `${invoiceDocument.title} ${invoiceDocument.number}`,
      Author: invoiceDocument.seller.name,
      CreationDate: invoiceDocument.issuedAt,
    },
  });
  const chunks: Buffer[] = [];
  document.on('data', (chunk: Buffer) => chunks.push(chunk));
  const written = new Promise<void>((done, failed) => document.on('end', done).on('error', failed));
  const sheet = toSheet(invoiceDocument);
  await registerFonts(document, JSON.stringify(sheet));
  draw(document, sheet, await markPaths());
  numberPages(document, invoiceDocument);
  document.end();
  await written;
  return Buffer.concat(chunks);
}

function draw(document: PDFKit.PDFDocument, sheet: DocumentSheet, mark: Stroke[]): void {
  const write = (text: string, style: Style, place: Place) => writeLine(document, text, style, place);
  const block = (texts: readonly string[], style: Style, { x, y, width }: Place & { width: number }): number => {
    let next = y;
    for (const line of texts.flatMap((text) => wrapText(document, text, style, width))) {
      write(line, style, { x, y: next });
      next += style.size * 1.42;
    }
    return next;
  };
  const rule = (y: number, { from = LEFT, colour = '#000' } = {}) =>
    document.moveTo(from, y).lineTo(RIGHT, y).lineWidth(0.75).strokeColor(colour).stroke();

  threshold(document, TOP, 1);
  const { seller, facts, sentence, people, mark: copyMark, signature } = sheet;
  drawMark(document, mark, { x: LEFT, y: TOP + 20, size: 30 });
  write(seller.name, { face: 'display', size: 24 }, { x: LEFT + 38, y: TOP + 18 });
  let left = block(seller.address, BODY, { x: LEFT, y: TOP + 60, width: WIDE / 2 - 24 });
  left = block([seller.email, seller.phone, seller.hours], SMALL, { x: LEFT, y: left + 2, width: WIDE / 2 - 24 });
  write(sheet.title, { face: 'display', size: sheet.title.length > LONG_TITLE ? 20 : 26 }, { x: HALF, y: TOP + 16 });
  let right = TOP + 54;
  if (copyMark) right = block([copyMark], SMALL, { x: HALF, y: right, width: RIGHT - HALF }) + 4;
  if (sentence) right = block([sentence], SMALL, { x: HALF, y: right, width: RIGHT - HALF }) + 4;
  const indent = facts.some(([label]) => label.length > 10) ? 88 : 62;
  for (const [label, value] of facts) {
    write(label, { ...BODY, colour: '#444' }, { x: HALF, y: right });
    right = Math.max(right + LINE, block([value], BODY, { x: HALF + indent, y: right, width: RIGHT - HALF - indent }));
  }

  const peopleTop = Math.max(left, right) + 18;
  const ends = people.map(([title, lines], at) => {
    const x = at === 0 ? LEFT : HALF;
    write(title, LABEL, { x, y: peopleTop });
    return block(lines, BODY, { x, y: peopleTop + 14, width: at === 0 ? WIDE / 2 - 24 : RIGHT - HALF });
  });

  const columns = placeColumns(sheet.columns);
  const titleWidth = columns[0]!.x - LEFT - 12;
  const head = (y: number): number => {
    if (sheet.rows.length === 0) return y;
    rule(y);
    write('Piece', LABEL, { x: LEFT, y: y + 5 });
    for (const { label, x, width } of columns) write(label, LABEL, { x, width, y: y + 5, align: 'right' });
    rule(y + 24);
    return y + 24;
  };
  const makeSpace = (y: number, height: number, begin: (y: number) => number = (top) => top): number => {
    if (y + height <= BOTTOM) return y;
    document.addPage();
    return begin(TOP);
  };
  let y = head(Math.max(...ends) + 16);
  for (const { title, note, cells } of sheet.rows) {
    const titles = wrapText(document, title, STRONG, titleWidth);
    const notes = note ? wrapText(document, note, SMALL, titleWidth) : [];
    const height = titles.length * LINE + notes.length * 14 + 14;
    y = makeSpace(y, height, head) + 7;
    const under = block(titles, STRONG, { x: LEFT, y, width: titleWidth });
    block(notes, SMALL, { x: LEFT, y: under, width: titleWidth });
    for (const [at, { x, width }] of columns.entries()) write(cells[at]!, BODY, { x, width, y, align: 'right' });
    y += height - 7;
    rule(y, { colour: '#bbb' });
  }

  y = makeSpace(y, sheet.totals.length * 19 + 30) + 12;
  const sumsAt = { x: RIGHT - 228, width: 228 };
  write('In words', LABEL, { x: LEFT, y });
  const lettersEnd = block([sheet.amountInWords], IN_LETTERS, { x: LEFT, y: y + 17, width: WIDE - 228 - 30 });
  for (const { label, amount, kind } of sheet.totals) {
    if (kind === 'total') {
      rule(y + 3, { from: sumsAt.x });
      y += 8;
    }
    const style = kind === 'total' ? TOTAL : BODY;
    const labels = wrapText(document, label, style, sumsAt.width - 84);
    const under = block(labels, style, { x: sumsAt.x, y, width: sumsAt.width - 84 });
    write(amount, style, { ...sumsAt, y, align: 'right' });
    y = under + 4;
  }

  const footLines = sheet.foot.map(([title, text]) => ({
    title,
    lines: wrapText(document, `${title} ${text}`, SMALL, WIDE - BOLDER),
  }));
  const footHeight = footLines.reduce((height, { lines }) => height + lines.length * 13.5 + 4, 0) + 14;
  const signatureHeight = signature ? SIGNATURE : 0;
  makeSpace(Math.max(y, lettersEnd), signatureHeight + footHeight);
  if (signature) {
    const place = { x: HALF, width: RIGHT - HALF, align: 'right' } as const;
    write(signature, BODY, { ...place, y: BOTTOM - footHeight - SIGNATURE + 10 });
    write('Authorised signatory', SMALL, { ...place, y: BOTTOM - footHeight - 18 });
  }
  y = BOTTOM - footHeight;
  for (const { title, lines } of footLines) {
    const end = writeLine(document, title, LABEL, { x: LEFT, y });
    write(lines[0]!.slice(title.length), SMALL, { x: end, y });
    y = block(lines.slice(1), SMALL, { x: LEFT, y: y + SMALL.size * 1.42, width: WIDE }) + 4;
  }
  threshold(document, BOTTOM, -1);
}

function numberPages(document: PDFKit.PDFDocument, { number }: InvoiceDocument): void {
  const { count } = document.bufferedPageRange();
  for (let page = 0; count > 1 && page < count; page += 1) {
    document.switchToPage(page);
    const place = { x: LEFT, y: BOTTOM + 8, width: WIDE, align: 'right' } as const;
    writeLine(document, `${number}, page ${page + 1} of ${count}`, SMALL, place);
  }
}

function threshold(document: PDFKit.PDFDocument, y: number, inwards: 1 | -1): void {
  document.moveTo(LEFT, y).lineTo(RIGHT, y).lineWidth(0.75).strokeColor('#000').stroke();
  for (let x = LEFT + 3.75; x < RIGHT; x += 7.5) document.circle(x, y + inwards * 4.5, 0.85).fill('#000');
}

type Stroke = { path: string; width: number };
let readMark: Promise<Stroke[]> | undefined;

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
