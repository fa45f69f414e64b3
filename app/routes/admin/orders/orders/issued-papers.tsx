import { Link, href } from 'react-router';
import { formatDay } from '#app/basics/india.ts';
import { formatRupees } from '#app/basics/money.ts';
import { DOCUMENT_TITLES } from '#app/modules/orders/invoices/paper.ts';
import type { DocumentEntry } from '#app/modules/orders/invoices/invoice-list.server.ts';
import { Counted } from '#app/routes/admin/shared/part.tsx';
import { Accordion } from '#app/ui/kit/accordion.tsx';

export function OrderPapers({
  orderId,
  papers,
  creditIsLate,
}: {
  orderId: string;
  papers: DocumentEntry[];
  /** Whether it is too late to reduce the tax by a credit note. */
  creditIsLate: boolean;
}) {
  if (papers.length === 0) return null;
  return (
    <Accordion title={<Counted title="Documents" count={papers.length} />}>
      {creditIsLate ? (
        <p className="meta">A credit note for this invoice no longer reduces your tax: the last day was 30 November.</p>
      ) : null}
      <ul className="grid gap-1">
        {papers.map(({ id, kind, number, total, issuedAt }) => (
          <li key={id} className="flex flex-wrap items-center justify-between gap-x-4">
            <Link
              className="link inline-flex min-h-11 items-center"
              to={href('/admin/orders/:id/papers/:paperId', { id: orderId, paperId: id })}
            >
              <span className="num">
                {DOCUMENT_TITLES[kind]} {number}
              </span>
            </Link>
            <span className="meta num">
              {formatRupees(total)} · {formatDay(issuedAt)}
            </span>
          </li>
        ))}
      </ul>
    </Accordion>
  );
}
