import { Link, useLoaderData, href } from 'react-router';
import { formatRupees } from '#app/basics/money.ts';
import { pageMeta } from '#app/routes/page-meta.ts';
import { InfoPage, Policy } from '#app/ui/shop/info-page.tsx';
import { policyLoader } from './policy-facts.server.ts';
import { grievanceLabel, sellerLabel, shippingCharges, span } from '#app/ui/shop/policy-labels.ts';
import type { Route } from './+types/terms.ts';

const DESCRIPTION = 'The agreement between you and the studio when you use this shop or order from it.';

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: 'Terms of Service',
    description: DESCRIPTION,
    path: href('/terms'),
  });

export const loader = policyLoader;

export default function Terms() {
  const { contact, legal, promises, policiesUpdated, ...shipping } = useLoaderData<typeof loader>();
  const seller = sellerLabel(legal);
  const grievance = grievanceLabel(legal);
  return (
    <InfoPage title="Terms of Service" lede={DESCRIPTION}>
      <Policy
        updated={policiesUpdated}
        sections={[
          ...(seller ? [{ id: 'seller', title: 'Seller', body: seller }] : []),
          {
            id: 'acceptance',
            title: 'Acceptance',
            body: 'By using this shop or placing an order you accept these terms. They are governed by the laws of India.',
          },
          {
            id: 'products',
            title: 'Products',
            body: 'Every piece is made by hand, so colour, line and size vary a little from the picture and from one piece to the next. That is no defect. Sizes are given to the nearest centimetre.',
          },
          {
            id: 'ordering-and-payment',
            title: 'Ordering and payment',
            body: (
              <>
                <p>
                  Prices are in rupees. An order is placed when we show its number. You can change or cancel it within{' '}
                  {promises.cancelWithinHours} hours, as long as it has not been shipped. There is no minimum order.
                </p>
                <p>
                  {`Payment is by UPI, cards, net banking or cash on delivery, as far as checkout offers them${promises.emiAbove === null ? '' : `; EMI is possible for orders above ${formatRupees(promises.emiAbove)}`}. If a payment cannot be found, we ask you before we cancel anything.`}
                </p>
              </>
            ),
          },
          {
            id: 'shipping',
            title: 'Shipping',
            body: (
              <p>
                We deliver within India. Orders leave in {span(promises.processingBusinessDays)} business days and
                typically arrive in {span(promises.deliveryBusinessDays)}. Shipping: {shippingCharges(shipping)}. See{' '}
                <Link className="text-geru underline underline-offset-4" to={href('/shipping')}>
                  Shipping Info
                </Link>
                .
              </p>
            ),
          },
          {
            id: 'returns',
            title: 'Returns',
            body: (
              <p>
                Undamaged ready pieces can be returned or exchanged within {promises.returnWithinDays} days of delivery.
                Custom pieces are covered for quality issues only. See{' '}
                <Link className="text-geru underline underline-offset-4" to={href('/returns')}>
                  Returns & Exchanges
                </Link>
                .
              </p>
            ),
          },
          {
            id: 'intellectual-property',
            title: 'Intellectual property',
            body: 'Designs, pictures and texts belong to the studio. Buying a piece does not include the right to reproduce it. What you send us as inspiration stays yours; send only what you may share.',
          },
          {
            id: 'out-of-stock-and-custom',
            title: 'Delivery of out-of-stock and custom orders',
            body: `A request is no order: we reply within ${contact.replyWithinHours} hours with a price and a date, and start when you agree. Custom artworks ship in ${span(promises.customWorkWeeks)} weeks; commissions take ${span(promises.commissionWeeks)} weeks with a ${promises.commissionAdvancePercentage}% advance.`,
          },
          ...(grievance ? [{ id: 'grievance-officer', title: 'Grievance officer', body: grievance }] : []),
        ]}
      />
    </InfoPage>
  );
}
