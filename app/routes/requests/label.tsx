import { formatDay } from '#app/basics/india.ts';
import { getRequestPage } from '#app/modules/requests/requests/request-page.server.ts';
import { spacedPhone } from '#app/modules/payments/invoice-documents/paper-sheet.ts';
import { getSettings } from '#app/modules/store/settings/settings.server.ts';
import { notFound } from '#app/platform/errors.server.ts';
import { shopContext } from '#app/routes/request-context.server.ts';
import { PaperShell } from '#app/ui/layouts/paper-shell.tsx';
import { wholeStyleSheet } from '#app/routes/whole-style-sheet.ts';
import { secretAddressHeaders } from '#app/routes/secret-address.ts';
import type { Route } from './+types/label.ts';
import { addressesOf } from './addresses.ts';
import { openRequest } from './open-request.server.ts';
import { formatMetres } from './labels.ts';

export const links = wholeStyleSheet;

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: `Label ${loaderData?.number ?? ''}` },
  { name: 'robots', content: 'noindex' },
];

export const headers = secretAddressHeaders;

export async function loader({ context, params, url }: Route.LoaderArgs) {
  const shop = context.get(shopContext);
  const [page, { shopName, contact }] = await Promise.all([
    openRequest(shop, params, url).then((access) => getRequestPage(shop, access)),
    getSettings(shop),
  ]);
  if (!page.fabric) throw notFound();
  const { number, customer, fabric, artwork } = page;
  return {
    number,
    customer: { name: customer.name, phone: customer.phone },
    expectedCm: fabric.expectedCm,
    artworkTitle: artwork?.title,
    studio: { name: shopName, address: contact.address, phone: contact.phone },
    printedOn: shop.now,
    back: addressesOf(page, 'token' in params ? params.token : '').page,
  };
}

export default function ClothLabel({ loaderData }: Route.ComponentProps) {
  const { number, customer, expectedCm, artworkTitle, studio, printedOn, back } = loaderData;
  return (
    <PaperShell title="Label for your fabric" isHeading back={{ to: back, label: 'Back to the request' }}>
      <article className="label-sheet" aria-label={`Label ${number}`}>
        <div className="label-to">
          <h2>To</h2>
          <address>
            <b>{studio.name}</b>
            {studio.address}
            <br />
            <span className="num">Phone {spacedPhone(studio.phone)}</span>
          </address>
        </div>
        <div className="label-from">
          <div>
            <h2>From</h2>
            <address>
              {customer.name}
              <br />
              <span className="num">Phone {spacedPhone(customer.phone)}</span>
            </address>
          </div>
          <p>
            Fabric to be painted{artworkTitle ? ` for “${artworkTitle}”` : ''}
            {expectedCm === null ? '' : `, ${formatMetres(expectedCm)}`}. Printed {formatDay(printedOn)}.
          </p>
        </div>
        <p className="label-number num">Request {number}</p>
      </article>
    </PaperShell>
  );
}
