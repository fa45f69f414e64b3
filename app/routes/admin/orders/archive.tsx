import { Form, redirect, useSearchParams } from 'react-router';
import { confirmDeletion } from '#app/modules/orders/messages.ts';
import { shortId } from '#app/modules/orders/order.ts';
import { archiveOrder, getOrder } from '#app/modules/orders/orders.server.ts';
import { shopContext } from '#app/routes/request-context.server.ts';
import { pickListSearch, listSearchWith } from '#app/routes/admin/shared/list-search.ts';
import { Button, ButtonLink } from '#app/ui/kit/button.tsx';
import { Dialog } from '#app/ui/kit/dialog.tsx';
import type { Route } from './+types/archive.ts';

export const meta: Route.MetaFunction = () => [
  { title: 'Delete order, admin' },
  { name: 'robots', content: 'noindex' },
];

export async function loader({ context, params }: Route.LoaderArgs) {
  const order = await getOrder(context.get(shopContext), params.id);
  return { id: order.id, orderNumber: order.orderNumber };
}

/** Takes the order off the desk (deleting archives, money rows stay). */
export async function action({ context, params: { id }, url }: Route.ActionArgs) {
  await archiveOrder(context.get(shopContext), id);
  return redirect(`/admin/orders${listSearchWith(url.searchParams, { deleted: shortId(id) })}`, 303);
}

/** The question before it, as an address: a dialog over the list, with and without JavaScript. */
export default function DeleteOrder({ loaderData: { id, orderNumber } }: Route.ComponentProps) {
  const [search] = useSearchParams();
  const listSearch = pickListSearch(search);
  return (
    <Dialog
      open
      closeTo={`/admin/orders/${id}${listSearch}`}
      title="Delete order"
      foot={
        <>
          <ButtonLink look="secondary" to={`/admin/orders/${id}${listSearch}`} preventScrollReset>
            Cancel
          </ButtonLink>
          <Form method="post" action={`/admin/orders/${id}/archive${listSearch}`} preventScrollReset>
            <Button look="destructive" icon="trash">
              Delete order
            </Button>
          </Form>
        </>
      }
    >
      <p className="font-semibold">{confirmDeletion(shortId(id))}</p>
      <p className="muted">
        {orderNumber} leaves this list. The customer keeps seeing it, and what was paid stays on record.
      </p>
    </Dialog>
  );
}
