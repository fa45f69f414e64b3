/** Scripts whose words need joiners inside. */
const INDIC = `[${'Deva Beng Guru Gujr Orya Taml Telu Knda Mlym Sinh'.replace(/\w+ ?/g, (script) => `\\p{sc=${script.trim()}}`)}]`;
const EMOJI = String.raw`[\p{Extended_Pictographic}\p{Emoji_Modifier}\uFE0F]`;
/** Control and format characters, except line breaks, tabs, and joiners inside Indic words and emoji. */
const INVISIBLE = new RegExp(
  String.raw`(?!(?<=${INDIC})[\u200C\u200D](?=${INDIC})|(?<=${EMOJI})\u200D(?=${EMOJI})|[\n\t])[\p{Cf}\p{Cc}]`,
  'gu',
);

/**
 * Text of any length as it is stored: composed (NFC), well formed, without control and format characters except line breaks, tabs,
 * and the joiners inside words of India's scripts and emoji.
 */
export const visibleText = (text: string): string => text.toWellFormed().normalize('NFC').replace(INVISIBLE, '');

/** Decimal digits of every script as 0 to 9. */
const asciiDigits = (text: string): string =>
  text.replace(/\p{Nd}/gu, (digit) => {
    const code = digit.codePointAt(0)!;
    let zero = code;
    while (code - zero < 9 && /\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero -= 1;
    return String(code - zero);
  });

/** A name or a line of an address: one line in compatibility form (NFKC), digits 0 to 9, single spaces, nothing invisible. */
export const plainLine = (text: string): string =>
  asciiDigits(visibleText(text.normalize('NFKC').replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')))
    .replace(/\s+/gu, ' ')
    .trim();

/** A code, number or email address: as `plainLine`, with every kind of dash as a hyphen. */
export const plainCode = (text: string): string => plainLine(text).replace(/\p{Pd}|\u2212/gu, '-');
