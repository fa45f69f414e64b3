import type { Paise } from '#app/basics/money.ts';
import { looksLikeUtr } from '#app/modules/payments/payments/payment.ts';
import { cutText } from './bank-values.ts';

/** One payment into the shop's account, as the bank writes it. */
export type StatementLine = {
  /** The line's own: the same line read again, from another period or from a message, has the same. */
  fingerprint: string;
  /** The day in India, 'YYYY-MM-DD'. */
  day: string;
  amount: Paise;
  /** What the bank calls it: the 12 digits of a UTR where there are any. */
  reference: string | null;
  /** The reference and every other UTR the line names. */
  references: string[];
  description: string;
  /** Who paid, where the line says so. */
  payer: string | null;
};

/** A text of the bank that counts as no payment, and why; `messages.ts` says what to do about it. */
export type Unreadable = { text: string; reason: UnreadableReason };
export type UnreadableReason =
  | 'web-page'
  | 'too-long'
  | 'unknown-columns'
  | 'mixed-dates'
  | 'wrong-cells'
  | 'incomplete'
  | 'no-proof'
  | 'two-amounts'
  | 'in-and-out'
  | 'not-completed'
  | 'went-back'
  | 'requested'
  | 'due'
  | 'card'
  | 'mandate'
  | 'password'
  | 'promise'
  | 'balance'
  | 'other-account';

export type Payment = Omit<StatementLine, 'fingerprint'>;
export type Found = Payment | { reason: UnreadableReason } | 'outgoing' | 'nothing';

const MAX_DESCRIPTION = 300;

/** Whether the line's reference is its payment's alone; what else banks write in that column, many payments share. */
export const hasUtr = ({ reference }: Payment): boolean => reference !== null && looksLikeUtr(reference);

/** Builds a payment; `named` is what stands in the columns of references. */
export function toPayment({
  day,
  amount,
  text,
  named,
}: {
  day: string;
  amount: Paise;
  text: string;
  named: string;
}): Payment {
  const utrs = utrsIn(`${named} ${text}`);
  const reference = utrs[0] ?? runsIn(named).find((run) => /\d/.test(run) && !/^0+$/.test(run)) ?? null;
  return {
    day,
    amount,
    reference,
    references: reference === null || utrs.includes(reference) ? utrs : [reference],
    description: cutText(text, MAX_DESCRIPTION) || 'No description',
    payer: payerIn(text),
  };
}

/**
 * The UTRs a line names. Nothing looser counts as a reference from its text: what many lines share, a branch's code or a UPI
 * address, would let a claim agree with somebody else's payment. A phone number in a UPI address has twelve digits too.
 */
const utrsIn = (text: string): string[] => [
  ...new Set(
    (text.match(/(?<![\dA-Za-z@])\d{12,16}(?![\dA-Za-z@]|\.\d|\.[\w.-]*@|[-_]\w{1,3}@)/g) ?? [])
      .map(withoutZeros)
      .filter((run) => run.length === 12 && !/^0+$/.test(run)),
  ),
];

/** A spreadsheet makes 4.47309E+11 of a long number: its last digits are gone. */
const ROUNDED = /\b\d(?:\.\d+)?E\+\d+\b/gi;
const runsIn = (text: string): string[] =>
  text
    .toUpperCase()
    .replace(ROUNDED, ' ')
    .match(/[A-Z0-9]{6,64}/g) ?? [];

/** Some banks fill a UTR up to sixteen digits with zeros in front. */
const withoutZeros = (reference: string): string => (/^0+\d{12}$/.test(reference) ? reference.slice(-12) : reference);

const NOT_NAMES =
  /^(upi|cr|dr|neft|imps|rtgs|mmt|p2a|p2m|by|from|to|ref|no|info|bank|transfer|payment|pay|credited|received|a\/?c|ac|hdfc|icici|sbi|sbin|axis|utib|kotak|yes|ybl|paytm|okaxis|oksbi|okhdfcbank|okicici|ibl|apl|india|ltd|your|account|mob|mobile|bk|upiar|upiab|in|out)$/i;

/** The name between the strokes of 'UPI/CR/447309116024/ASHA R': the first part that is words and no bank's; in a message, who it is from. */
function payerIn(text: string): string | null {
  const parts = text.split(/[/*:;,-]+/).map((part) => part.trim());
  const isName = (text: string) => !text.split(/\s+/).every((word) => NOT_NAMES.test(word));
  if (parts.length >= 3 && !/\b(credited|received|deposited)\b/i.test(text))
    return parts.find((part) => /^[\p{L}][\p{L} .']{1,60}$/u.test(part) && isName(part)) ?? null;
  const senders = text.matchAll(
    /\b(?:from|by)\s+(?:sender\s+)?(?!on\b)([a-z][a-z .]{2,40}?)(?=\s+(?:on|via|upi|ref|refno|thru|through)\b|\.(?!\w)|[,(]|$)/gi,
  );
  return [...senders].map((match) => match[1]!.trim()).find(isName) ?? null;
}
