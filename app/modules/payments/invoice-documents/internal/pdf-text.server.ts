import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';

/** PDFKit cannot embed a subset of a WOFF2 font, so these are TTF files. */
const FILES = {
  regular: { latin: 'mukta-400-latin', rupee: 'mukta-400-rupee', deva: 'mukta-400-deva' },
  bold: { latin: 'mukta-600-latin', rupee: 'mukta-600-rupee', deva: 'mukta-600-deva' },
  display: { latin: 'tiro-400-latin', rupee: 'mukta-400-rupee', deva: 'mukta-400-deva' },
  italic: { latin: 'tiro-400i-latin', rupee: 'mukta-400-rupee', deva: 'mukta-400-deva' },
} as const;
export type Face = keyof typeof FILES;

const SCRIPTS = {
  beng: { letter: /\p{Script_Extensions=Bengali}/u, font: 'noto-sans-bengali', part: 'bengali' },
  gujr: { letter: /\p{Script_Extensions=Gujarati}/u, font: 'noto-sans-gujarati', part: 'gujarati' },
  guru: { letter: /\p{Script_Extensions=Gurmukhi}/u, font: 'mukta-mahee', part: 'gurmukhi' },
  taml: { letter: /\p{Script_Extensions=Tamil}/u, font: 'mukta-malar', part: 'tamil' },
  telu: { letter: /\p{Script_Extensions=Telugu}/u, font: 'anek-telugu', part: 'telugu' },
  knda: { letter: /\p{Script_Extensions=Kannada}/u, font: 'noto-sans-kannada', part: 'kannada' },
  mlym: { letter: /\p{Script_Extensions=Malayalam}/u, font: 'anek-malayalam', part: 'malayalam' },
  orya: { letter: /\p{Script_Extensions=Oriya}/u, font: 'noto-sans-oriya', part: 'oriya' },
  arab: { letter: /\p{Script_Extensions=Arabic}/u, font: 'noto-naskh-arabic', part: 'arabic' },
} as const;
type OtherScript = keyof typeof SCRIPTS;
const OTHER_SCRIPTS = Object.keys(SCRIPTS) as OtherScript[];

const files = new Map<string, Promise<Buffer>>();
const readOnce = (path: string): Promise<Buffer> => {
  const file = files.get(path) ?? readFile(resolve(path));
  files.set(path, file);
  return file;
};

export async function registerFonts(document: PDFKit.PDFDocument, text: string): Promise<void> {
  for (const name of new Set(Object.values(FILES).flatMap((each) => Object.values(each))))
    document.registerFont(name, await readOnce(`app/modules/payments/invoice-documents/fonts/${name}.ttf`));
  for (const script of OTHER_SCRIPTS) {
    const { letter, font, part } = SCRIPTS[script];
    if (!letter.test(text)) continue;
    for (const weight of [400, 600])
      document.registerFont(
        `${script}-${weight}`,
        await readOnce(`node_modules/@fontsource/${font}/files/${font}-${part}-${weight}-normal.woff`),
      );
  }
}

export type Style = { face: Face; size: number; colour?: string };
export type Place = { x: number; y: number; width?: number; align?: 'left' | 'right' };

export function writeLine(document: PDFKit.PDFDocument, text: string, style: Style, place: Place): number {
  const end = place.align === 'right' ? (place.width ?? 0) - widthOf(document, text, style) : 0;
  let x = place.x + end;
  document.fillColor(style.colour ?? '#000');
  for (const run of setRuns(document, text, style)) {
    document.font(fontOf(run, style)).fontSize(style.size);
    const features = featuresOf(run);
    document.text(run.text, x, place.y, { lineBreak: false, features });
    x += document.widthOfString(run.text, { features });
  }
  return x;
}

export function wrapText(document: PDFKit.PDFDocument, text: string, style: Style, width: number): string[] {
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
  return setRuns(document, text, style).reduce((width, run) => {
    document.font(fontOf(run, style)).fontSize(style.size);
    return width + document.widthOfString(run.text, { features: featuresOf(run) });
  }, 0);
}

const UNKNOWN = '?';
const plainer = new Map<string, string>();

/** Replaces letters that no font has, which PDFKit omits: 'ā' becomes 'a', '№' 'No', other scripts '?'. */
function printable(document: PDFKit.PDFDocument, text: string): string {
  let printed = '';
  for (const letter of text) {
    let replacement = plainer.get(letter);
    if (replacement === undefined) {
      const plain = letter.normalize('NFKD').replaceAll(/\p{M}/gu, '');
      replacement = [letter, plain].find((each) => each !== '' && hasLetters(document, each)) ?? UNKNOWN;
      plainer.set(letter, replacement);
    }
    if (replacement !== UNKNOWN || letter === UNKNOWN || !printed.endsWith(UNKNOWN)) printed += replacement;
  }
  return printed;
}

/** Asks the font, because PDFKit does not report missing letters. */
const openedFont = (document: PDFKit.PDFDocument) =>
  (
    document as unknown as {
      _font: {
        font: {
          hasGlyphForCodePoint(code: number): boolean;
          layout(text: string, features: PDFKit.Mixins.OpenTypeFeatures[]): unknown;
        };
      };
    }
  )._font.font;

function hasLetters(document: PDFKit.PDFDocument, text: string): boolean {
  return splitRuns(text).every((run) => {
    document.font(fontOf(run, { face: 'regular' }));
    const opened = openedFont(document);
    return Array.from(run.text).every((letter) => opened.hasGlyphForCodePoint(letter.codePointAt(0)!));
  });
}

/** PDFKit shapes a whole run, which right-to-left text needs, only when features are named. */
const featuresOf = ({ script }: Run) => (isOther(script) ? [] : undefined);

/** PDFKit throws on marks that some fonts cannot place, so words with such marks are set letter by letter. */
function setRuns(document: PDFKit.PDFDocument, text: string, style: Pick<Style, 'face'>): Run[] {
  return splitRuns(printable(document, text)).flatMap((run) => {
    document.font(fontOf(run, style));
    if (!isOther(run.script) || hasPlacedMarks(document, run.text)) return [run];
    return run.text
      .split(/(?<= )/)
      .flatMap((word) => (hasPlacedMarks(document, word) ? [word] : Array.from(word)))
      .map((part) => ({ ...run, text: part }));
  });
}

function hasPlacedMarks(document: PDFKit.PDFDocument, text: string): boolean {
  try {
    openedFont(document).layout(text, []);
    return true;
  } catch (error) {
    if (error instanceof TypeError) return false;
    throw error;
  }
}

type Script = 'latin' | 'rupee' | 'deva' | OtherScript;
type Run = { script: Script; text: string };

const isOther = (script: Script): script is OtherScript => script in SCRIPTS;

const DEVANAGARI = /\p{Script_Extensions=Devanagari}/u;
const JOINER = /[\u200C\u200D]/;

function scriptOf(letter: string, before: Script | undefined): Script {
  if (letter === '₹') return 'rupee';
  if (JOINER.test(letter)) return before ?? 'deva';
  // A sign that several scripts share, such as a danda, belongs to the script before it.
  if (before !== undefined && isOther(before) && SCRIPTS[before].letter.test(letter)) return before;
  if (DEVANAGARI.test(letter)) return 'deva';
  return OTHER_SCRIPTS.find((script) => SCRIPTS[script].letter.test(letter)) ?? 'latin';
}

/** Splits a text into runs of one font file each. A space between words of one script belongs to that script. */
export function splitRuns(text: string): Run[] {
  const runs: Run[] = [];
  const letters = Array.from(text);
  letters.forEach((letter, at) => {
    const last = runs.at(-1);
    const next = letters[at + 1];
    const isBetween =
      letter === ' ' &&
      last &&
      isOther(last.script) &&
      next !== undefined &&
      scriptOf(next, last.script) === last.script;
    const script = isBetween ? last.script : scriptOf(letter, last?.script);
    if (last?.script === script) last.text += letter;
    else runs.push({ script, text: letter });
  });
  return runs;
}

const fontOf = ({ script }: Run, { face }: Pick<Style, 'face'>): string =>
  isOther(script) ? `${script}-${face === 'bold' ? 600 : 400}` : FILES[face][script];
