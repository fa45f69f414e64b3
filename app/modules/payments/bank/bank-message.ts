import type { Paise } from '#app/basics/money.ts';
import { type Found, toPayment, type UnreadableReason } from './bank-line.ts';
import { type BalanceRow, proveByBalance } from './balance-proof.ts';
import { DAY, type DayOrder, findDayOrder, readAmount, readDay, startsWithDay } from './bank-values.ts';

const MARKED =
  /(?:₹|\brs(?![a-z])|\binr(?![a-z])|\b(?:credit|debit)ed (?:by|with|for)\b)[\s.:]*(\d(?:[\d,]*\d)?(?:\.\d{1,2})?)(?![\d,]*\d|\s*(?:lakh|lac|crore|million|k\b))/gi;
const BARE = /(?<![\w.,/-])(\d{1,3}(?:,\d{2,3})*|\d+)\.\d{2}(?![\w.])/g;
const WHOLE = /(?<=\s)\d{1,3}(?:,\d{2,3})+(?=\s|$)|(?<=\s)\d{1,9}(?:\.\d)?(?=\s|$)/;
const BALANCE =
  /\bbal(?:ance)?\b|\b(?:avl|avbl|avlbl|aval|avail\w*)[\s.]*(?:amt|amount)\b|\b[bc]\/f\b|\b(?:opening|closing|forward)\b/i;

const FILLER = String.raw`(?:[\s:–-]|\b(?:by|with|for|of|an?|the|amount|payment|sum|money|upi|imps|neft|rtgs)\b|\b(?:(?:in|to|into) )?(?:your|ur) (?:[a-z]+ ){0,3}(?:a/?c|acct?|account)\b\.?(?: no\.?)?[\s:]*[x*.\d]{0,16})*`;
const IN_BEFORE = new RegExp(String.raw`\b(?:credited|received|deposited|(?:credit|deposit) of)\b${FILLER}$`, 'i');
const IN_BEHIND =
  /^(?:\/-)?[\s,]*(?:\b(?:has|have|been|is|was|are|successfully)\b\s*)*\b(?:credited|received|deposited)\b/i;
const SIGN_BEHIND = /^\W{0,3}cr\b/i;
const TRANSFER = (sign: string) =>
  new RegExp(
    String.raw`\b(?:upi|imps|neft|rtgs|mmt|bhim)\w{0,2}(?:\s?[/*-]\s?|\s)(?:\d{12}[/*-])?${sign}(?=\s?[/*-])`,
    'i',
  );
const TRANSFER_IN = TRANSFER('cr');
const TRANSFER_OUT = TRANSFER('dr');
const OUT =
  /\b(?:debited|withdrawn|spent|sent(?! you| by)|paid(?! by)|debit|purchased?|transferred from (?:your |ur )?a\/?c|(?:trf|transfer|transferred|payment|remitted) to)\b|\d\W{0,3}dr\b/i;
const NEGATIVE = /(?<![\w/])[-−](?:₹|rs\.?|inr)?\d[\d,]*\.\d{2}(?!\d)/i;

const WENT_BACK = /\b(?:revers(?:ed|al)|returned|bounced|charge ?back|refund(?:ed)?)\b/i;
const NOT_COMPLETED =
  /\b(?:fail(?:ed|ure|s)?|unsuccessful|declin\w+|reject\w+|cancel\w*|expired|blocked|pending|(?:could|can|did|was|were|is|has|have)(?: ?not|n['’]t)(?: been)?|not (?:been )?(?:credited|received|completed|processed)|unable|timed? ?out|on hold|initiated|in progress|processing|insufficient)\b/i;
const REQUESTED = /\b(?:request\w*|collect)\b/i;
/** Payers write the narrations, so these patterns do not apply to them. */
const OTHER_MESSAGES: [UnreadableReason, RegExp][] = [
  ['password', /\b(?:otp|one[- ]time|passcode|verification code|upi pin)\b/i],
  ['mandate', /\b(?:mandate|auto-?pay|e-?nach|nach|standing instruction)\b/i],
  ['card', /\b(?:cards?|pos|atm)\b/i],
  ['due', /\b(?:over)?due\b|\b(?:emi|bill|instal?ments?|outstanding|payable)\b/i],
  [
    'promise',
    /\b(?:will|shall|would|may|to) be\b|\b(?:can|if|get|win|won|earn\w*|eligible|offers?|up ?to|avail(?! ?\.? ?bal)|claim|cash ?back|rewards?|points?|pre-?approved|loan|limit|voucher|expected|scheduled)\b/i,
  ],
  [
    'other-account',
    /\b(?:beneficiary|payee|recipient|merchant|policy|premium|recharge|subscription|wallet|fastag|fd|fixed deposit)\b|\b(?:from|by) you\b|\b(?:for|towards) your\b|\b(?:your|ur) (?:\w+ ){0,2}(?:payment|transfer|transaction|txn)\b|\b(?:credited|deposited)\s+(?:to|in|into)\s+(?!(?:your|ur|my|our)\b|a\/?c\b|ac\b|acct?\b|account\b|[x*.]+\d|(?:[a-z]+ ){1,3}(?:a\/?c|ac|acct?|account)\b)/i,
  ],
];
/** Other shops write "received" too, so a message without "credited" must name the owner's account. */
const CREDITED = /\bcredit(?:ed)?\b/i;
const OWN_ACCOUNT = /\b(?:a\/?c|ac|acct?|account)\b[^\d]{0,12}\d{2,}|\byou(?:['’]ve| have)? received\b/i;
const ADVICE =
  /(?:\bnever share|\bdo ?n[o'’]t share|\bnot (?:you|done)\b|\bif not\b|\bin case\b|\bcall \d|\bsms block).*$/i;

const SUM = /^\W*(grand |sub)?(total|opening|closing)\b|\b(opening|closing) balance\b|\bb\/f\b/i;

const has = (row: string, pattern: RegExp): boolean => row.search(pattern) >= 0;

export const hasMoney = (row: string): boolean =>
  has(row, DAY) && (has(row, MARKED) || has(row.replace(DAY, ' '), BARE)) && !has(row, SUM);

export const isMessage = (row: string): boolean =>
  has(row, /\b(credited|received|deposited|debited|paid|sent)\b/i) &&
  has(row, MARKED) &&
  has(row, DAY) &&
  !has(row, SUM);

type Amount = { value: string; start: number; isCredited: boolean };

/** Returns the amounts with a currency, or else the amounts with two decimals. */
function amountsIn(text: string): { amounts: Amount[]; isMarked: boolean } {
  const marked = [...text.matchAll(MARKED)];
  const withoutDay = text.replace(DAY, (day) => ' '.repeat(day.length));
  const matches = marked.length > 0 ? marked : [...withoutDay.matchAll(BARE)];
  const isMarked = marked.length > 0;
  let end = 0;
  const amounts = matches.flatMap((match) => {
    const textBefore = text.slice(end, match.index);
    const start = match.index;
    end = start + match[0].length;
    const behind = text.slice(end);
    const isStated = /^credited/i.test(match[0]) || IN_BEFORE.test(textBefore.slice(-120)) || IN_BEHIND.test(behind);
    if (BALANCE.test(textBefore) && !isStated) return [];
    const isSigned = !isMarked && (textBefore.endsWith('+') || SIGN_BEHIND.test(behind));
    return { value: isMarked ? match[1]! : match[0], start, isCredited: isStated || isSigned };
  });
  return { amounts, isMarked };
}

export function joinMessages(rows: readonly string[]): string[] {
  const messages: string[] = [];
  let current: string[] = [];
  let hasAmount = false;
  const flush = () => {
    if (current.length > 0) messages.push(current.join(' '));
    [current, hasAmount] = [[], false];
  };
  for (const row of rows) {
    if (row.trim() === '') {
      flush();
      continue;
    }
    const { amounts, isMarked } = amountsIn(row);
    if (!isMarked && amounts.length > 0 && startsWithDay(row)) {
      flush();
      messages.push(row);
      continue;
    }
    if (hasAmount && amounts.length > 0) flush();
    current.push(row);
    hasAmount ||= amounts.length > 0;
  }
  flush();
  return messages;
}

/** Reads rows in the order in which they were pasted, because each balance proves the next. */
export function readFreeLines(rows: readonly string[]): { source: string; found: Found }[] {
  const order = findDayOrder(rows.flatMap((row) => DAY.exec(row)?.[0] ?? []));
  const read = rows.map((source) => ({ source, ...readFreeLine(source, order) }));
  const proven = proveByBalance(read.map(({ balanceRow }) => balanceRow ?? { readings: [] }));
  return read.map(({ source, found }, at) => {
    const reading = proven[at];
    const isProvable = typeof found === 'object' && 'reason' in found && found.reason === 'two-amounts';
    if (!reading || !isProvable) return { source, found };
    if (reading.move < 0) return { source, found: 'outgoing' };
    const { day, move, text, named } = reading;
    return { source, found: toPayment({ day, amount: move as Paise, text, named }) };
  });
}

function readFreeLine(row: string, order: DayOrder): { found: Found; balanceRow?: BalanceRow | undefined } {
  if (row.trim() === '') return { found: 'nothing' };
  const relevantText = row.replace(ADVICE, ' ');
  const { amounts, isMarked } = amountsIn(relevantText);
  const inAt = creditAt(relevantText, { amounts, isMarked });
  const outAt = [OUT, TRANSFER_OUT, NEGATIVE].map((pattern) => relevantText.search(pattern)).filter((at) => at >= 0);
  const written = DAY.exec(row)?.[0];
  const day = written === undefined ? undefined : readDay(written, order);
  const [amount, balance] = amounts.map(({ value }) => readAmount(value));
  const text = row
    .replace(written ?? '', ' ')
    .replace(amounts[0]?.value ?? '', ' ')
    .replace(/(?:₹|\brs\.?|\binr)(?=\s|$)/gi, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  let balanceRow: BalanceRow | undefined;
  if (!isMarked && amounts.length === 2 && day && amount && balance !== undefined) {
    const reading = { day, balance, text, named: '' };
    const size: number = amount;
    const moves = inAt < 0 ? [size, -size] : [size];
    balanceRow = { readings: moves.map((move) => ({ ...reading, move })), balance, size, day };
  }
  const refuse = (reason: UnreadableReason) => ({ found: { reason }, balanceRow });
  const isNarration = !isMarked && inAt >= 0;
  if (!isNarration && has(row, NOT_COMPLETED)) return refuse('not-completed');
  if (!isNarration && has(row, REQUESTED)) return refuse('requested');
  const otherReason = isNarration ? undefined : OTHER_MESSAGES.find(([, pattern]) => has(relevantText, pattern))?.[0];
  if (otherReason === 'password') return refuse(otherReason);
  // The first word decides in 'debited from your account and credited to …'.
  if (amounts.length > 0 && outAt.length > 0 && (inAt < 0 || Math.min(...outAt) < inAt))
    return { found: 'outgoing', balanceRow };
  if (has(row, WENT_BACK)) return refuse('went-back');
  if (otherReason) return refuse(otherReason);
  if (written !== undefined && !day && order === 'mixed') return refuse('mixed-dates');
  if (amounts.length === 0 && (isMarked || has(relevantText, /\bbal(?:ance)?\b/i))) return refuse('balance');
  if (!day || !amount) return refuse('incomplete');
  if (outAt.length > 0) return refuse('in-and-out');
  const hasWhole =
    !isMarked && WHOLE.test(row.slice(row.indexOf(written!) + written!.length).replace(amounts[0]!.value, ''));
  if (hasWhole) return { found: { reason: 'two-amounts' } };
  const isOwn = isNarration || CREDITED.test(relevantText) || OWN_ACCOUNT.test(relevantText);
  if (amounts.length === 1 && inAt >= 0 && isOwn)
    return { found: toPayment({ day, amount, text, named: '', message: isMarked ? row : undefined }) };
  return refuse(amounts.length > 1 ? 'two-amounts' : 'no-proof');
}

function creditAt(text: string, { amounts, isMarked }: { amounts: readonly Amount[]; isMarked: boolean }): number {
  const transfer = text.search(TRANSFER_IN);
  if (transfer >= 0) return transfer;
  const credited = isMarked ? amounts.find((amount) => amount.isCredited) : amounts[0];
  return credited?.isCredited ? credited.start : -1;
}

export const transferSign = (narration: string): 'in' | 'out' | undefined =>
  has(narration, TRANSFER_OUT) ? 'out' : has(narration, TRANSFER_IN) ? 'in' : undefined;
