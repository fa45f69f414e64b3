import { Form, href, useNavigation } from 'react-router';
import { findStopLink, resumeMails } from '#app/modules/messaging/messages/stop-mails.server.ts';
import { stopMails } from '#app/modules/orders/orders/not-my-order.server.ts';
import type { Shop } from '#app/platform/shop.server.ts';
import { formAction, formOf } from '#app/routes/form-action.server.ts';
import { pageMeta } from '#app/routes/page-meta.ts';
import { secretAddressHeaders, tokenOf } from '#app/routes/secret-address.ts';
import { shopContext } from '#app/routes/request-context.server.ts';
import { LinkPage } from '#app/routes/storefront/sign-in/link-page.tsx';
import { Button } from '#app/ui/kit/button.tsx';
import { Note } from '#app/ui/kit/note.tsx';
import { wholeStyleSheet } from '#app/routes/whole-style-sheet.ts';
import type { Route } from './+types/not-my-order.ts';

export const links = wholeStyleSheet;

export const headers = secretAddressHeaders;
export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: 'Not my order',
    description: 'Stop emails about an order that isn’t yours.',
    path: href('/not-my-order'),
    hidden: true,
  });

/** Email programs open links by themselves, so the page requires a click. */
export const loader = async ({ context, url }: Route.LoaderArgs) => ({
  link: await findStopLink(context.get(shopContext), tokenOf(url)),
});

const form = formOf();
const buttonForm = (run: (shop: Shop, token: string) => Promise<void>) =>
  form({ run: (shop, _fields, { url }) => run(shop, tokenOf(url)), refused: {} });

export const action = formAction({ stop: buttonForm(stopMails), resume: buttonForm(resumeMails) });

export default function NotMyOrder({ loaderData: { link } }: Route.ComponentProps) {
  const isSaving = useNavigation().formMethod === 'POST';
  const end = link
    ? undefined
    : ({
        tone: 'alert',
        text: 'This link is invalid or has expired. Contact us and we’ll stop the emails.',
        next: { to: href('/contact'), label: 'Contact' },
      } as const);
  return (
    <LinkPage title="Not my order" end={end}>
      {link?.isStopped ? <Note tone="done">We’ve stopped the emails and let the studio know.</Note> : null}
      <Form method="post" className="form">
        {link?.isStopped ? (
          <>
            <p>Was it your order after all?</p>
            <div>
              <Button look="secondary" name="intent" value="resume" busy={isSaving}>
                Send me the emails again
              </Button>
            </div>
          </>
        ) : (
          <>
            <p>
              Someone placed an order with your email address. If it wasn’t you, we’ll stop emailing you about orders.
            </p>
            <div>
              <Button name="intent" value="stop" busy={isSaving}>
                This wasn’t me
              </Button>
            </div>
          </>
        )}
      </Form>
    </LinkPage>
  );
}
