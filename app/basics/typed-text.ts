const INDIC = `[${'Deva Beng Guru Gujr Orya Taml Telu Knda Mlym Sinh'.replace(/\w+ ?/g, (script) => `\\p{sc=${script.trim()}}`)}]`;
const EMOJI = String.raw`[\p{Extended_Pictographic}\p{Emoji_Modifier}\uFE0F]`;
/** Matches control and format characters, except line breaks, tabs, and joiners inside Indic words and emoji. */
const INVISIBLE = new RegExp(
  String.raw`(?!(?<=${INDIC})[\u200C\u200D](?=${INDIC})|(?<=${EMOJI})\u200D(?=${EMOJI})|[\n\t])[\p{Cf}\p{Cc}]`,
  'gu',
);

export const visibleText = (text: string): string => text.toWellFormed().normalize('NFC').replace(INVISIBLE, '');

const asciiDigits = (text: string): string =>
  text.replace(/\p{Nd}/gu, (digit) => {
    const code = digit.codePointAt(0)!;
    let zero = code;
    while (code - zero < 9 && /\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero -= 1;
    return String(code - zero);
  });

/** Returns one line in NFKC, with digits 0 to 9, single spaces and no invisible characters. */
export const plainLine = (text: string): string =>
  asciiDigits(visibleText(text.normalize('NFKC').replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')))
    .replace(/\s+/gu, ' ')
    .trim();

/** Like `plainLine`, with every dash as a hyphen. */
export const plainCode = (text: string): string => plainLine(text).replace(/\p{Pd}|\u2212/gu, '-');
