import { formatDay, formatShortMoment } from '#app/basics/india.ts';
import { formatRupees, paise } from '#app/basics/money.ts';
import type { Quote } from '#app/modules/requests/requests/request-page.ts';
import { cancellationFeeOf, isOver, QUOTE_LINE_LABELS } from '#app/modules/requests/requests/request.ts';
import { Badge } from '#app/ui/kit/badge.tsx';
import { TotalRows } from '#app/ui/shop/total-rows.tsx';

const STANDINGS: Record<Quote['standing'], { label: string; tone?: 'haldi' | 'pine' | 'indigo' }> = {
  open: { label: 'Open', tone: 'haldi' },
  lapsed: { label: 'Expired' },
  ended: { label: 'Ended' },
  superseded: { label: 'Replaced' },
  'change-asked': { label: 'Change requested', tone: 'indigo' },
  accepted: { label: 'Accepted', tone: 'pine' },
};

const ACCEPTED_VIA: Record<NonNullable<Quote['acceptedVia']>, string> = {
  account: 'signed in',
  link: 'through a link',
  'email-link': 'through the link in an email',
  'shared-link': 'through a link that was shared',
};

const shareOf = (part: number, whole: number): string => `${Math.round((part / whole) * 100)}%`;

export function Quotes({ quotes, now }: { quotes: readonly Quote[]; now: Date }) {
  const [newest, ...before] = quotes;
  if (!newest) return null;
  return (
    <>
      {newest.standing === 'lapsed' ? (
        <EarlierQuote quote={newest} now={now} />
      ) : (
        <QuoteSheet quote={newest} now={now} />
      )}
      {before.map((quote) => (
        <EarlierQuote key={quote.id} quote={quote} now={now} />
      ))}
    </>
  );
}

function EarlierQuote({ quote, now }: { quote: Quote; now: Date }) {
  const { version, standing, total, validUntil } = quote;
  return (
    <details className="quote-before">
      <summary>
        {standing === 'lapsed'
          ? `Quote ${version}: expired on ${formatDay(validUntil)}`
          : `Quote ${version}, ${formatRupees(total)}: ${STANDINGS[standing].label.toLowerCase()}`}
      </summary>
      <QuoteSheet quote={quote} now={now} />
    </details>
  );
}

function QuoteSheet({ quote, now }: { quote: Quote; now: Date }) {
  const { version, standing, lines, total, advance, included, freeChanges, earliestFinish, validUntil } = quote;
  const { label, tone } = STANDINGS[standing];
  const balance = paise(total - advance);
  return (
    <article className="quote" aria-label={`Quote ${version}`}>
      <p className="flex flex-wrap items-center justify-between gap-2">
        <b>
          Quote {version} <span className="meta num font-normal">{formatShortMoment(quote.createdAt)}</span>
        </b>
        <Badge tone={tone}>{label}</Badge>
      </p>
      <ul>
        {lines.map(({ kind, title, amount }, at) => (
          <li key={`${at} ${title}`} className="sum-line">
            <span className="wrap-anywhere">
              {title || QUOTE_LINE_LABELS[kind]}
              {title ? <span className="meta block">{QUOTE_LINE_LABELS[kind]}</span> : null}
            </span>
            <span>{formatRupees(amount)}</span>
          </li>
        ))}
      </ul>
      <TotalRows rows={[{ label: 'Total, tax included', amount: formatRupees(total), kind: 'total' }]} />
      <dl className="details-list">
        <dt>Advance</dt>
        <dd className="num">
          {formatRupees(advance)}, {shareOf(advance, total)} of the total
          {standing === 'open' ? ', when you agree' : ''}
        </dd>
        <dt>Balance</dt>
        <dd className="num">{balance > 0 ? `${formatRupees(balance)} before we ship` : 'None'}</dd>
        {included ? (
          <>
            <dt>Included</dt>
            <dd className="wrap-anywhere whitespace-pre-line">{included}</dd>
          </>
        ) : null}
        <dt>Changes</dt>
        <dd>{freeChanges === 0 ? 'None free of charge' : `${freeChanges} free of charge`}</dd>
        {quote.asksApproval ? (
          <>
            <dt>Design</dt>
            <dd>Needs approval before painting</dd>
          </>
        ) : null}
        <dt>Ready</dt>
        <dd>
          {isOver({ now }, earliestFinish)
            ? `Was due ${formatDay(earliestFinish)}`
            : `${formatDay(earliestFinish)} at the earliest`}
        </dd>
        {standing === 'open' || standing === 'lapsed' ? (
          <>
            <dt>{standing === 'open' ? 'Valid until' : 'Expired on'}</dt>
            <dd className="num">{formatDay(validUntil)}</dd>
          </>
        ) : null}
        <dt>Cancelling</dt>
        <dd>{cancellationSentence(quote)}</dd>
      </dl>
      {quote.changeAsked ? (
        <p className="wrap-anywhere whitespace-pre-line">
          <b>Change requested:</b> {quote.changeAsked}
        </p>
      ) : null}
      {quote.acceptedAt ? (
        <p className="text-pine">
          Accepted by {quote.acceptedByName}, {formatShortMoment(quote.acceptedAt)}
          {quote.acceptedVia === null ? '' : `, ${ACCEPTED_VIA[quote.acceptedVia]}`}.
        </p>
      ) : null}
    </article>
  );
}

function cancellationSentence(quote: Quote): string {
  const before = cancellationFeeOf('agreed', 'customer', quote);
  const after = cancellationFeeOf('painting', 'customer', quote);
  const feeSentence = (amount: typeof before) =>
    amount === 0 ? 'we refund the whole advance' : `we keep ${formatRupees(amount)} of the advance`;
  const first = `If you cancel before painting begins, ${feeSentence(before)}.`;
  return before === after
    ? `If you cancel before we ship it, ${feeSentence(after)}.`
    : `${first} After that, ${after === quote.advance ? 'we keep the advance' : feeSentence(after)}.`;
}
