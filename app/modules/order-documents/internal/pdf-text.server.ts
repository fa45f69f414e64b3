import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';

/** The shop's letters as a PDF takes them in: a subset of a WOFF2 file can't be embedded, so these are the same as TTF. */
const FILES = {
  regular: { latin: 'mukta-400-latin', rupee: 'mukta-400-rupee', deva: 'mukta-400-deva' },
  bold: { latin: 'mukta-600-latin', rupee: 'mukta-600-rupee', deva: 'mukta-600-deva' },
  display: { latin: 'tiro-400-latin', rupee: 'mukta-400-rupee', deva: 'mukta-400-deva' },
  italic: { latin: 'tiro-400i-latin', rupee: 'mukta-400-rupee', deva: 'mukta-400-deva' },
} as const;
export type Face = keyof typeof FILES;

const names = [...new Set(Object.values(FILES).flatMap((files) => Object.values(files)))];
let read: Promise<Map<string, Buffer>> | undefined;

/** Gives a document the fonts; the files are read once. */
export async function registerFonts(document: PDFKit.PDFDocument): Promise<void> {
  read ??= Promise.all(
    names.map(
      async (name) => [name, await readFile(resolve(`app/modules/order-documents/fonts/${name}.ttf`))] as const,
    ),
  ).then((files) => new Map(files));
  for (const [name, bytes] of await read) document.registerFont(name, bytes);
}

export type Style = { face: Face; size: number; colour?: string };
export type Place = { x: number; y: number; width?: number; align?: 'left' | 'right' };

/** Writes one line, each run of it in the font that has its letters, and answers where it ends; `y` is the top of the line. */
export function writeLine(document: PDFKit.PDFDocument, text: string, style: Style, place: Place): number {
  const end = place.align === 'right' ? (place.width ?? 0) - widthOf(document, text, style) : 0;
  let x = place.x + end;
  document.fillColor(style.colour ?? '#000');
  for (const run of runsOf(printable(document, text))) {
    document.font(fontOf(run, style)).fontSize(style.size);
    document.text(run.text, x, place.y, { lineBreak: false });
    x += document.widthOfString(run.text);
  }
  return x;
}

/** The text in lines that fit a width; a word that is longer than the line is cut. */
export function linesOf(document: PDFKit.PDFDocument, text: string, style: Style, width: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(/\s+/).filter(Boolean)) {
    for (const run of cut(document, word, style, width)) {
      const longer = line === '' ? run : `${line} ${run}`;
      if (line !== '' && widthOf(document, longer, style) > width) {
        lines.push(line);
        line = run;
      } else line = longer;
    }
  }
  return line === '' ? lines : [...lines, line];
}

function cut(document: PDFKit.PDFDocument, word: string, style: Style, width: number): string[] {
  if (widthOf(document, word, style) <= width) return [word];
  const runs = [''];
  for (const letter of word) {
    if (widthOf(document, runs.at(-1) + letter, style) > width) runs.push('');
    runs[runs.length - 1] += letter;
  }
  return runs;
}

function widthOf(document: PDFKit.PDFDocument, text: string, style: Style): number {
  return runsOf(printable(document, text)).reduce(
    (width, run) => width + document.font(fontOf(run, style)).fontSize(style.size).widthOfString(run.text),
    0,
  );
}

/** What stands for a letter that no font here has. */
const UNKNOWN = '?';
const plainer = new Map<string, string>();

/**
 * The text in letters our fonts have, since a missing one would be left out without a word: 'ā' becomes 'a', '№' 'No', and a
 * word in a script we have no font for '?'.
 */
function printable(document: PDFKit.PDFDocument, text: string): string {
  let printed = '';
  for (const letter of text) {
    let known = plainer.get(letter);
    if (known === undefined) {
      const plain = letter.normalize('NFKD').replaceAll(/\p{M}/gu, '');
      known = [letter, plain].find((each) => each !== '' && hasLetters(document, each)) ?? UNKNOWN;
      plainer.set(letter, known);
    }
    if (known !== UNKNOWN || letter === UNKNOWN || !printed.endsWith(UNKNOWN)) printed += known;
  }
  return printed;
}

/** Asked of the font itself: PDFKit tells nobody when it has no letter. */
function hasLetters(document: PDFKit.PDFDocument, text: string): boolean {
  return runsOf(text).every((run) => {
    const { _font: opened } = document.font(FILES.regular[run.script]) as unknown as {
      _font: { font: { hasGlyphForCodePoint(code: number): boolean } };
    };
    return Array.from(run.text).every((letter) => opened.font.hasGlyphForCodePoint(letter.codePointAt(0)!));
  });
}

type Run = { script: 'latin' | 'rupee' | 'deva'; text: string };

/** Its letters and signs; the two joiners between them (U+200C, U+200D) belong to it too. */
const DEVANAGARI = /\p{Script_Extensions=Devanagari}|\u{200C}|\u{200D}/u;

/** A text in runs of one font file each: the files are cut by script, as for the web. */
export function runsOf(text: string): Run[] {
  const runs: Run[] = [];
  for (const letter of text) {
    const script = letter === '₹' ? 'rupee' : DEVANAGARI.test(letter) ? 'deva' : 'latin';
    const last = runs.at(-1);
    if (last?.script === script) last.text += letter;
    else runs.push({ script, text: letter });
  }
  return runs;
}

const fontOf = ({ script }: Run, { face }: Style): string => FILES[face][script];
