import type { ReactNode } from 'react';
import { formatDay } from '#app/basics/india.ts';
import { personalizationText } from '#app/basics/personalization.ts';
import { shortId } from '#app/modules/orders/orders/order.ts';
import { toSheet } from '#app/modules/payments/invoice-documents/document-sheet.ts';
import {
  type DocumentSheet,
  type InvoiceDocument,
  type Parcel,
  shipToLines,
  spacedPhone,
} from '#app/modules/payments/invoice-documents/paper-sheet.ts';
import { Logo, Threshold } from './ornaments.tsx';
import { TotalRows } from './total-rows.tsx';

export function PaperSheet({ paper }: { paper: InvoiceDocument }) {
  const sheet = toSheet(paper);
  return (
    <Sheet
      {...sheet}
      foot={sheet.foot.map(([title, text]) => (
        <p key={title}>
          <b>{title}</b> {text}
        </p>
      ))}
    >
      {sheet.rows.length > 0 ? <Lines {...sheet} /> : null}
      <div className="sheet-sums">
        <div>
          <h2>In words</h2>
          <p className="sheet-words">
            {sheet.amountInWords.split(' ').map((word, at) => (
              <span key={`${at} ${word}`}>
                {at > 0 ? ' ' : ''}
                <span className="whitespace-nowrap">{word}</span>
              </span>
            ))}
          </p>
        </div>
        <div>
          <TotalRows rows={sheet.totals} />
        </div>
      </div>
      {sheet.signature ? (
        <div className="sheet-signature">
          <p>{sheet.signature}</p>
          <p className="meta">Authorised signatory</p>
        </div>
      ) : null}
    </Sheet>
  );
}

function Lines({ columns, rows }: Pick<DocumentSheet, 'columns' | 'rows'>) {
  const isRate = (at: number) => at > 0 && at < columns.length - 1;
  return (
    <table>
      <thead>
        <tr>
          <th scope="col">Piece</th>
          {columns.map((label, at) => (
            <th key={label} scope="col" className={isRate(at) ? 'sheet-rate' : undefined}>
              {label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ title, note, cells }, at) => (
          <tr key={`${at} ${title}`}>
            <ItemCell title={title} note={note} />
            {cells.map((cell, at) => (
              <td key={columns[at]} className={isRate(at) ? 'sheet-rate num' : 'num'}>
                {cell}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Contains no prices and no phone number. */
export function SlipSheet({ parcel, fabricLeftCm }: { parcel: Parcel; fabricLeftCm?: number }) {
  const isGift = parcel.giftNote !== null;
  const itemCount = parcel.lines.reduce((count, { quantity }) => count + quantity, 0);
  return (
    <Sheet
      title="Packing slip"
      facts={[
        // The order number would open tracking, and its prices, for a gift's recipient.
        ['Order', isGift ? `#${shortId(parcel.orderId)}` : parcel.orderNumber],
        ['Date', formatDay(parcel.orderedAt)],
        ['Pieces', String(itemCount)],
      ]}
      seller={{ ...parcel.seller, address: [parcel.seller.address] }}
      people={[
        isGift
          ? ['Gift from', [parcel.buyer.name]]
          : ['Bill to', [parcel.buyer.name, parcel.buyer.email].filter(Boolean)],
        ['Ship to', shipToLines(parcel.buyer)],
      ]}
      foot={
        <p>
          <b>Thank you.</b> Each piece in this parcel was made by hand in the studio.
        </p>
      }
    >
      {parcel.giftNote ? <p className="sheet-gift">{parcel.giftNote}</p> : null}
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
      {/* The slip shows no order number, because with the phone digits it would open tracking. */}
      <p className="label-number num">Order #{shortId(orderId)}</p>
    </article>
  );
}

function Sheet({
  title,
  mark,
  sentence,
  facts,
  seller,
  people,
  foot,
  children,
}: Pick<DocumentSheet, 'title' | 'mark' | 'facts' | 'seller' | 'people'> & {
  sentence?: string | null;
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
          {seller.address.map((line, at) => (
            <p key={line} className={at === 0 ? 'mt-3' : undefined}>
              {line}
            </p>
          ))}
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
          {mark ? <p className="meta mb-2">{mark}</p> : null}
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
        {people.map(([title, lines], at) => (
          <div key={title}>
            <h2>{title}</h2>
            <address>
              {lines.map((line) => (
                <span key={line} className={at === 0 ? 'num block' : 'block'}>
                  {line}
                </span>
              ))}
            </address>
          </div>
        ))}
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
