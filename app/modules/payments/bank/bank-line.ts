import type { Paise } from '#app/basics/money.ts';
import { looksLikeUtr } from '#app/modules/payments/payments/payment.ts';
import { cutText } from '#app/basics/cut-text.ts';

export type StatementLine = {
  /** Identifies the same bank line when another statement or message repeats it. */
  fingerprint: string;
  day: string;
  amount: Paise;
  reference: string | null;
  references: string[];
  description: string;
  payer: string | null;
};

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

/** Returns whether the reference is a UTR, which identifies a single payment. */
export const hasUtr = ({ reference }: Payment): boolean => reference !== null && looksLikeUtr(reference);

/** Builds a payment. `named` contains the texts of the reference columns, `message` the bank's whole message. */
export function toPayment({
  day,
  amount,
  text,
  named,
  message,
}: {
  day: string;
  amount: Paise;
  text: string;
  named: string;
  message?: string | undefined;
}): Payment {
  const utrs = utrsIn(`${named} ${text}`);
  const reference = utrs[0] ?? runsIn(named).find((run) => /\d/.test(run) && !/^0+$/.test(run)) ?? null;
  return {
    day,
    amount,
    reference,
    references: reference === null || utrs.includes(reference) ? utrs : [reference],
    // Without a UTR, the description identifies the bank line, so it must not change.
    description: cutText(utrs.length > 0 ? (message ?? text) : text, MAX_DESCRIPTION) || 'No description',
    payer: payerIn(text),
  };
}

const utrsIn = (text: string): string[] => [
  ...new Set(
    (text.match(/(?<![\dA-Za-z@])\d{12,16}(?![\dA-Za-z@]|\.\d|\.[\w.-]*@|[-_]\w{1,3}@)/g) ?? [])
      .map(withoutZeros)
      .filter((run) => run.length === 12 && !/^0+$/.test(run)),
  ),
];

/** Spreadsheets turn a long number into 4.47309E+11. */
const ROUNDED = /\b\d(?:\.\d+)?E\+\d+\b/gi;
const runsIn = (text: string): string[] =>
  text
    .toUpperCase()
    .replace(ROUNDED, ' ')
    .match(/[A-Z0-9]{6,64}/g) ?? [];

/** Some banks pad a UTR to sixteen digits with zeros. */
const withoutZeros = (reference: string): string => (/^0+\d{12}$/.test(reference) ? reference.slice(-12) : reference);

const NOT_NAMES =
  /^(upi|cr|dr|neft|imps|rtgs|mmt|p2a|p2m|by|from|to|ref|no|info|bank|transfer|payment|pay|credited|received|a\/?c|ac|hdfc|icici|sbi|sbin|axis|utib|kotak|yes|ybl|paytm|okaxis|oksbi|okhdfcbank|okicici|ibl|apl|india|ltd|your|account|mob|mobile|bk|upiar|upiab|in|out)$/i;

/** Finds the payer's name in a text like 'UPI/CR/447309116024/ASHA R'. */
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
