import { Link, useFetchers, useSearchParams, href } from 'react-router';
import { z } from 'zod';
import { formatMoment } from '#app/basics/india.ts';
import { formatRupees, sum } from '#app/basics/money.ts';
import { picturesByUrl } from '#app/modules/catalogue/media/find-pictures.server.ts';
import { readReceipt, receiptField } from '#app/modules/orders/returns/forms.ts';
import { ANSWER_REFUSALS, RECEIPT_REFUSALS, wrongNumberMessage } from '#app/modules/orders/returns/messages.ts';
import { mayClose, RETURN_ANSWERS, RETURN_REASONS, type ReturnRequest } from '#app/modules/orders/returns/return.ts';
import {
  answerReturn,
  getReturn,
  findReturnPhotos,
  receiveReturn,
} from '#app/modules/orders/returns/returns.server.ts';
import { CustomerLink } from '#app/routes/admin/shared/customer-link.tsx';
import { adminMeta } from '#app/routes/admin/shared/admin-meta.ts';
import { shopContext } from '#app/routes/request-context.server.ts';
import { listAddress, pickListSearch } from '#app/routes/admin/shared/list-search.ts';
import { formAction, formOf } from '#app/routes/form-action.server.ts';
import { ActionForm } from '#app/routes/admin/shared/sheet-form.tsx';
import { Button } from '#app/ui/kit/button.tsx';
import { Dialog } from '#app/ui/kit/dialog.tsx';
import { TextArea } from '#app/ui/kit/field.tsx';
import { Note } from '#app/ui/kit/note.tsx';
import { Personalization } from '#app/ui/shop/personalization.tsx';
import { Picture } from '#app/ui/shop/picture.tsx';
import type { Route } from './+types/return.ts';
import { ReturnBadge } from './badge.tsx';
import { ReceiptForm } from './receipt-form.tsx';

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  adminMeta(`Return ${loaderData?.request.orderNumber ?? ''}`)({ matches });

export async function loader({ context, params }: Route.LoaderArgs) {
  const shop = context.get(shopContext);
  const [request, photos] = await Promise.all([getReturn(shop, params.id), findReturnPhotos(shop, params.id)]);
  const pictures = await picturesByUrl(
    shop,
    request.lines.map(({ image }) => image),
  );
  return { request, photos, pictures: Object.fromEntries(pictures) };
}

const form = formOf<Route.ActionArgs>();

const sheet = ({ params: { id } }: Route.ActionArgs) => href('/admin/returns/:id', { id });

export const action = formAction({
  answer: form({
    schema: z.strictObject({ answer: z.enum(RETURN_ANSWERS), message: z.string().max(2000).default('') }),
    run: (shop, answer, { params: { id } }) => answerReturn(shop, { id, ...answer }),
    done: (_nothing, _fields, args) => listAddress(sheet(args), args.url),
    refused: ({ reason }, _fields, args) => ({ to: listAddress(sheet(args), args.url, { refused: reason }) }),
    back: sheet,
  }),
  receipt: form({
    prepare: async (shop, body, { params: { id } }) => ({
      receipt: readReceipt(body, (await getReturn(shop, id)).lines),
    }),
    schema: z.object({}),
    run: (shop, _fields, { params: { id } }, { receipt }) => receiveReturn(shop, { id, lines: receipt }),
    done: (_nothing, _fields, args) => listAddress(sheet(args), args.url),
    refused: {
      'not-accepted': RECEIPT_REFUSALS['not-accepted'],
      'nothing-came': RECEIPT_REFUSALS['nothing-came'],
      'wrong-numbers': ({ data }) => ({
        errors: Object.fromEntries(
          data.map((wrong) => [receiptField(wrong.of, wrong.item), wrongNumberMessage(wrong)]),
        ),
        status: 400,
      }),
    },
  }),
});

const isRefusal = (text: string | null): text is keyof typeof ANSWER_REFUSALS =>
  text !== null && text in ANSWER_REFUSALS;

export default function ReturnSheet({ loaderData: { request, photos, pictures } }: Route.ComponentProps) {
  const [search] = useSearchParams();
  const refusal = search.get('refused');
  const { label: reason, shopPaysShipping } = RETURN_REASONS[request.reason];
  return (
    <Dialog
      open
      drawer
      closeTo={`${href('/admin/returns')}${pickListSearch(search)}`}
      title={`${request.kind === 'return' ? 'Return' : 'Exchange'}, ${request.customerName}`}
    >
      <p className="flex flex-wrap items-center gap-3">
        <ReturnBadge request={request} />
        <span className="meta num">{formatMoment(request.createdAt)}</span>
      </p>
      {isRefusal(refusal) ? <Note tone="alert">{ANSWER_REFUSALS[refusal]}</Note> : null}
      <dl className="details-list">
        <dt>Order</dt>
        <dd>
          <Link className="link num" to={href('/admin/orders/:id', { id: request.orderId })}>
            {request.orderNumber}
          </Link>
        </dd>
        <dt>Customer</dt>
        <dd className="wrap-anywhere">
          <CustomerLink name={request.customerName} userId={request.userId} />
          <span className="meta block">{request.customerEmail}</span>
        </dd>
        <dt>Reason</dt>
        <dd>{reason}</dd>
        <dt>Shipping</dt>
        <dd>{shopPaysShipping ? 'We pay return shipping' : 'The customer pays return shipping'}</dd>
        {request.exchangeFor ? (
          <>
            <dt>Instead</dt>
            <dd className="wrap-anywhere">{request.exchangeFor}</dd>
          </>
        ) : null}
      </dl>
      {request.details ? <p className="whitespace-pre-wrap wrap-anywhere">{request.details}</p> : null}
      <ul className="order-lines p-0">
        {request.lines.map((line) => {
          const picture = pictures[line.image];
          return (
            <li key={line.variantId ?? line.artworkId} className="line-item">
              {picture ? <Picture picture={picture} sizes="64px" alt="" /> : <span className="picture" />}
              <div>
                <b>{line.title}</b>
                <Personalization answers={line.personalization} />
                <span className="meta num">
                  {formatRupees(line.price)} × {line.quantity}
                  {line.madeToOrder ? ', made to order' : ''}
                </span>
              </div>
              <b className="num">{formatRupees(line.lineTotal)}</b>
            </li>
          );
        })}
      </ul>
      {request.kind === 'exchange' ? (
        <p className="meta num">
          For a piece of {formatRupees(sum(request.lines.map(({ lineTotal }) => lineTotal)))} or more.
        </p>
      ) : null}
      {photos.length > 0 ? (
        <ul className="inspiration" aria-label="Photos">
          {photos.map(({ id }, at) => {
            const src = href('/profile/orders/:id/return/photos/:photoId?', { id: request.orderId, photoId: id });
            return (
              <li key={id}>
                <a href={src} target="_blank" rel="noreferrer">
                  <img src={src} alt={`What is wrong, ${at + 1}`} width={96} height={96} />
                </a>
              </li>
            );
          })}
        </ul>
      ) : null}
      {request.answer ? (
        <Note tone="info">
          <b>We wrote:</b> <span className="whitespace-pre-wrap">{request.answer}</span>
        </Note>
      ) : null}
      {request.status === 'pending' ? <AnswerForm request={request} /> : null}
      {request.status === 'accepted' || request.receivedAt ? <ReceiptForm request={request} /> : null}
      {mayClose(request) ? <CloseForm request={request} /> : null}
    </Dialog>
  );
}

function AnswerForm({ request }: { request: ReturnRequest }) {
  const [search] = useSearchParams();
  const sending = useFetchers()
    .find(({ formData }) => formData)
    ?.formData?.get('answer');
  return (
    <ActionForm
      action={href('/admin/returns/:id', { id: request.id })}
      className="grid gap-3 border-line border-t pt-4"
    >
      <input type="hidden" name="intent" value="answer" />
      <TextArea
        label="Message to the customer"
        name="message"
        rows={3}
        maxLength={2000}
        hint="Emailed to the customer. Required to decline."
        error={search.get('refused') === 'message-needed' ? ANSWER_REFUSALS['message-needed'] : undefined}
      />
      <div className="flex flex-wrap gap-3">
        <Button name="answer" value="accepted" busy={sending === 'accepted'}>
          Accept
        </Button>
        <Button name="answer" value="declined" look="destructive" busy={sending === 'declined'}>
          Decline
        </Button>
      </div>
    </ActionForm>
  );
}

function CloseForm({ request }: { request: ReturnRequest }) {
  const [search] = useSearchParams();
  const isMissing = search.get('refused') === 'message-needed';
  return (
    <details open={isMissing || undefined}>
      <summary className="link inline-flex min-h-11 items-center font-semibold text-geru">
        {request.receivedAt ? 'The rest won’t arrive…' : 'They won’t arrive…'}
      </summary>
      <ActionForm action={href('/admin/returns/:id', { id: request.id })} className="grid gap-3 pt-1">
        <input type="hidden" name="intent" value="answer" />
        <TextArea
          label="Message to the customer"
          name="message"
          rows={3}
          maxLength={2000}
          hint="Emailed to the customer. They can ask again within the return period."
          error={isMissing ? ANSWER_REFUSALS['message-needed'] : undefined}
        />
        <Button name="answer" value="closed" look="destructive" className="justify-self-start">
          {request.receivedAt ? 'Close without the rest' : 'Close without the pieces'}
        </Button>
      </ActionForm>
    </details>
  );
}
