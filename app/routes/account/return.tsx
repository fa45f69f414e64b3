import { href } from 'react-router';
import { z } from 'zod';
import { picturesByUrl } from '#app/modules/catalogue/media/find-pictures.server.ts';
import { uuidSchema } from '#app/basics/uuid-schema.ts';
import { itemKey } from '#app/basics/item.ts';
import { isMadeForBuyer, itemOf } from '#app/modules/orders/orders/order.ts';
import { quantityField, returnSchema, readQuantities } from '#app/modules/orders/returns/forms.ts';
import {
  NOT_RETURNABLE,
  type ReturnRefusal,
  returnPhotoRefusal,
  returnRefusal,
  WITHDRAWAL_MESSAGES,
} from '#app/modules/orders/returns/messages.ts';
import { MAX_RETURN_PHOTOS, canWithdraw } from '#app/modules/orders/returns/return.ts';
import {
  askReturn,
  getReturnable,
  checkUploads,
  findReturnPhotos,
  removeReturnPhoto,
  findReturns,
  uploadReturnPhoto,
  withdrawReturn,
} from '#app/modules/orders/returns/returns.server.ts';
import { getSettings } from '#app/modules/store/settings/settings.server.ts';
import { formAction, formOf } from '#app/routes/form-action.server.ts';
import { shopContext } from '#app/routes/request-context.server.ts';
import type { Shop } from '#app/platform/shop.server.ts';
import { limitPictures, takePictures } from '#app/routes/sent-pictures.server.ts';
import { ButtonLink } from '#app/ui/kit/button.tsx';
import { EmptyState } from '#app/ui/kit/empty-state.tsx';
import { pageMeta } from '#app/routes/page-meta.ts';
import { SentReturn } from './sent-return.tsx';
import type { Route } from './+types/return.ts';
import { ReturnForm } from './return-form.tsx';

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: 'Return or exchange',
    description: 'Request a return or an exchange.',
    path: href('/profile/orders'),
    hidden: true,
  });

export async function loader({ context, params }: Route.LoaderArgs) {
  const shop = context.get(shopContext);
  const [returnable, { promises }] = await Promise.all([getReturnable(shop, params.id), getSettings(shop)]);
  const sent = await sentReturns(shop, params.id);
  if (!returnable.ok) return { returnable: undefined, sent, why: NOT_RETURNABLE[returnable.reason] };
  const { order, left, until, key, photos } = returnable.value;
  const pictures = await picturesByUrl(
    shop,
    order.items.map(({ image }) => image),
  );
  return {
    returnable: {
      orderId: order.id,
      orderNumber: order.orderNumber,
      until,
      key,
      photos,
      lines: order.items
        .map((item) => ({ ...item, id: itemKey(itemOf(item)), left: left[itemKey(itemOf(item))] ?? 0 }))
        .filter((item) => item.left > 0)
        .map((item) => ({
          id: item.id,
          field: quantityField(itemOf(item)),
          title: item.title,
          price: item.price,
          personalization: item.personalization,
          isMadeForBuyer: isMadeForBuyer(item),
          left: item.left,
          picture: pictures.get(item.image),
        })),
      reportWithinHours: promises.reportIssuesWithinHours,
    },
    sent,
    why: undefined,
  };
}

async function sentReturns(shop: Shop, orderId: string) {
  const requests = ((await findReturns(shop, [orderId])).get(orderId) ?? []).filter(canWithdraw);
  return Promise.all(
    requests.map(async (request) => {
      const images = request.lines.map(({ image }) => image);
      const [photos, pictures] = await Promise.all([findReturnPhotos(shop, request.id), picturesByUrl(shop, images)]);
      return { request, photos, pictures: Object.fromEntries(pictures) };
    }),
  );
}

const form = formOf<Route.ActionArgs>();

export const action = formAction(
  {
    '': form({
      schema: returnSchema,
      async prepare(shop, body, { params }) {
        const photoError = await takePhotos(shop, body, params.id);
        const { lines, typed } = readQuantities(body);
        const errors = lines.length === 0 ? NOTHING_CHOSEN : photoError === undefined ? undefined : {};
        return { lines, typed, photoError, errors };
      },
      run: (shop, fields, { params }, { lines }) => askReturn(shop, { ...fields, orderId: params.id, lines }),
      done: (_request, _fields, { params }) => `${href('/profile/orders')}#order-${params.id}`,
      refused: (refusal) =>
        isAboutLines(refusal) ? { errors: { quantities: returnRefusal(refusal) } } : returnRefusal(refusal),
    }),
    withdraw: form({
      schema: z.strictObject({ requestId: uuidSchema }),
      async run(shop, { requestId }, { params: { id } }) {
        const withdrawn = await withdrawReturn(shop, { orderId: id, requestId });
        return WITHDRAWAL_MESSAGES[withdrawn.ok ? 'withdrawn' : withdrawn.reason];
      },
      done: (message, _fields, { params: { id } }) => ({ to: `${href('/profile/orders')}#order-${id}`, message }),
      refused: {},
    }),
  },
  {
    async before(shop, args) {
      // Throws not-found for another person's order, before the form is read.
      await getReturnable(shop, args.params.id);
      const stopped = await limitPictures(checkUploads)(shop, args);
      return stopped && { photoError: stopped.message };
    },
  },
);

const NOTHING_CHOSEN = { quantities: returnRefusal({ ok: false, reason: 'nothing-chosen', data: undefined }) };
const isAboutLines = ({ reason }: ReturnRefusal): boolean =>
  reason === 'nothing-chosen' || reason === 'made-to-order' || reason === 'too-many-pieces';

const takePhotos = (shop: Shop, form: FormData, orderId: string) =>
  takePictures(form, {
    field: 'photos',
    most: MAX_RETURN_PHOTOS,
    add: async (bytes) => {
      const taken = await uploadReturnPhoto(shop, { orderId, bytes });
      return taken.ok ? undefined : returnPhotoRefusal(taken);
    },
    remove: (photoId) => removeReturnPhoto(shop, { orderId, photoId }),
  });

export default function ReturnPage({
  loaderData: { returnable, sent, why },
  actionData,
  params,
}: Route.ComponentProps) {
  const open = sent.map((each) => <SentReturn key={each.request.id} {...each} />);
  if (!returnable && open.length > 0) return open;
  if (!returnable)
    return (
      <EmptyState
        title={why}
        action={<ButtonLink to={`${href('/profile/orders')}#order-${params.id}`}>Back to My Orders</ButtonLink>}
      >
        {null}
      </EmptyState>
    );
  return (
    <>
      <ReturnForm key={returnable.key} returnable={returnable} answer={actionData} />
      {open}
    </>
  );
}
