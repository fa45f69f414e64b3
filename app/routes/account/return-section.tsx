import { type ReactNode, useId } from 'react';
import { Link, href } from 'react-router';

export const ReturnSection = ({
  orderId,
  title,
  summary,
  children,
}: {
  orderId: string;
  title: string;
  summary: ReactNode;
  children: ReactNode;
}) => {
  const titleId = useId();
  return (
    <section className="grid max-w-(--container-form) gap-6 pt-8" aria-labelledby={titleId}>
      <div className="grid gap-1">
        <Link
          className="link inline-flex min-h-11 items-center text-geru text-sm"
          to={`${href('/profile/orders')}#order-${orderId}`}
        >
          Back to My Orders
        </Link>
        <h2 id={titleId} className="text-h3">
          {title}
        </h2>
        <p className="meta">{summary}</p>
      </div>
      {children}
    </section>
  );
};
