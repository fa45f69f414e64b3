import type { ReactNode } from 'react';
import { formatDay } from '#app/basics/india.ts';
import type { Firm } from '#app/basics/address.ts';
import { personalizationText } from '#app/basics/personalization.ts';
import { formatRupees } from '#app/basics/money.ts';
import { shortId } from '#app/modules/orders/orders/order.ts';
import {
  lineNote,
  moneyColumns,
  type InvoiceDocument,
  documentFacts,
  documentFooter,
  documentLines,
  requiredSentence,
  documentTotals,
  type Parcel,
  shipToLines,
  spacedPhone,
} from '#app/modules/payments/invoice-documents/paper-sheet.ts';
import { Logo, Threshold } from './ornaments.tsx';
import { TotalRows } from './total-rows.tsx';

export function PaperSheet({ paper }: { paper: InvoiceDocument }) {
  return (
    <Sheet
      title={paper.title}
      sentence={requiredSentence(paper)}
      facts={documentFacts(paper)}
      seller={paper.seller}
      buyer={paper.buyer}
      foot={documentFooter(paper).map(([title, text]) => (
        <p key={title}>
          <b>{title}</b> {text}
        </p>
      ))}
    >
      {documentLines(paper).length > 0 ? <Lines paper={paper} /> : null}
      <div className="sheet-sums">
        <div>
          <h2>In words</h2>
          <p className="sheet-words">
            {paper.amountInWords.split(' ').map((word, at) => (
              <span key={`${at} ${word}`}>
                {at > 0 ? ' ' : ''}
                <span className="whitespace-nowrap">{word}</span>
              </span>
            ))}
          </p>
        </div>
        <div>
          <TotalRows rows={documentTotals(paper)} />
        </div>
      </div>
    </Sheet>
  );
}

/** Phones show only the tax totals. */
function Lines({ paper }: { paper: InvoiceDocument }) {
  const columns = moneyColumns(paper);
  const rates = columns.slice(0, -1);
  const amount = columns.at(-1)!;
  return (
    <table>
      <thead>
        <tr>
          <th scope="col">Piece</th>
          <th scope="col">Qty</th>
          {rates.map(({ label }) => (
            <th key={label} scope="col" className="sheet-rate">
              {label}
            </th>
          ))}
          <th scope="col">{amount.label}</th>
        </tr>
      </thead>
      <tbody>
        {documentLines(paper).map((line, at) => (
          <tr key={`${at} ${line.title}`}>
            <ItemCell title={line.title} note={lineNote(paper, line)} />
            <td className="num">{line.quantity}</td>
            {rates.map(({ label, of }) => (
              <td key={label} className="sheet-rate num">
                {formatRupees(of(line))}
              </td>
            ))}
            <td className="num">{formatRupees(amount.of(line))}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Without prices and phone number. */
export function SlipSheet({ parcel, fabricLeftCm }: { parcel: Parcel; fabricLeftCm?: number }) {
  const itemCount = parcel.lines.reduce((count, { quantity }) => count + quantity, 0);
  return (
    <Sheet
      title="Packing slip"
      facts={[
        ['Order', parcel.orderNumber],
        ['Date', formatDay(parcel.orderedAt)],
        ['Pieces', String(itemCount)],
      ]}
      seller={parcel.seller}
      buyer={{ ...parcel.buyer, phone: '' }}
      foot={
        <p>
          <b>Thank you.</b> Each piece in this parcel was made by hand in the studio.
        </p>
      }
    >
      <table>
        <thead>
          <tr>
            <th scope="col">Piece</th>
            <th scope="col">Qty</th>
          </tr>
        </thead>
        <tbody>
          {parcel.lines.map((line, at) => (
            <tr key={`${at} ${line.title}`}>
              <ItemCell
                title={line.title}
                note={[...line.personalization.map(personalizationText), line.madeToOrder ? 'Made to order' : '']
                  .filter(Boolean)
                  .join(', ')}
              />
              <td className="num">{line.quantity}</td>
            </tr>
          ))}
          {fabricLeftCm ? (
            <tr>
              <ItemCell title="Your fabric" note="Leftover, in this parcel" />
              <td className="num">{(fabricLeftCm / 100).toFixed(2)} m</td>
            </tr>
          ) : null}
        </tbody>
      </table>
    </Sheet>
  );
}

export function LabelSheet({
  parcel: { orderId, orderNumber, seller, buyer },
}: {
  parcel: Parcel;
  fabricLeftCm?: number;
}) {
  const { address } = buyer;
  return (
    <article className="label-sheet" aria-label={`Label ${orderNumber}`}>
      <div className="label-to">
        <h2>To</h2>
        <address>
          <b>{address.name}</b>
          {address.street}
          <br />
          {address.city}, {address.state}
          <br />
          <span className="label-pin num">{address.zipCode}</span>
          <br />
          {address.country}
          <br />
          <span className="num">Phone {spacedPhone(buyer.phone)}</span>
        </address>
      </div>
      <div className="label-from">
        <div>
          <h2>From (return here if undelivered)</h2>
          <address>
            {seller.name}
            <br />
            {seller.address}
            <br />
            <span className="num">Phone {seller.phone}</span>
          </address>
        </div>
      </div>
      {/* The order number would open tracking together with the phone digits, so it is not printed. */}
      <p className="label-number num">Order #{shortId(orderId)}</p>
    </article>
  );
}

function Sheet({
  title,
  sentence,
  facts,
  seller,
  buyer,
  foot,
  children,
}: {
  title: string;
  sentence?: string | null;
  facts: [label: string, value: string][];
  seller: Parcel['seller'];
  buyer: Parcel['buyer'] & { firm?: Firm | null };
  foot: ReactNode;
  children: ReactNode;
}) {
  return (
    <article className="sheet">
      <Threshold />
      <div className="sheet-head">
        <div>
          <span className="logo">
            <Logo name={seller.name} />
          </span>
          <p className="mt-3">{seller.address}</p>
          <p className="meta mt-1">
            {seller.email}
            <br />
            <span className="num">{seller.phone}</span>
            <br />
            {seller.hours}
          </p>
        </div>
        <div>
          <h1>{title}</h1>
          {sentence ? <p className="mb-2">{sentence}</p> : null}
          <dl className="num">
            {facts.map(([label, value]) => (
              <div key={label} className="contents">
                <dt>{label}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
        </div>
      </div>
      <div className="sheet-people">
        <div>
          <h2>Bill to</h2>
          <address>
            {[buyer.firm?.name, buyer.name, buyer.email, spacedPhone(buyer.phone)].filter(Boolean).map((line) => (
              <span key={line} className="num block">
                {line}
              </span>
            ))}
          </address>
        </div>
        <div>
          <h2>Ship to</h2>
          <address>
            {shipToLines(buyer).map((line) => (
              <span key={line} className="block">
                {line}
              </span>
            ))}
          </address>
        </div>
      </div>
      {children}
      <div className="sheet-foot">{foot}</div>
      <Threshold />
    </article>
  );
}

const ItemCell = ({ title, note }: { title: string; note: string }) => (
  <td>
    <b>{title}</b>
    {note ? <span className="meta block">{note}</span> : null}
  </td>
);
