import { Form, useNavigation, href } from 'react-router';
import { answerLine, getCart } from '#app/modules/orders/cart/cart.server.ts';
import { answerLineSchema } from '#app/modules/orders/cart/forms.ts';
import { answeredMessage, cartMessage } from '#app/modules/orders/cart/messages.ts';
import { answerField } from '#app/modules/catalogue/artworks/personalization.ts';
import { notFound } from '#app/platform/errors.server.ts';
import { formAction, formOf } from '#app/routes/form-action.server.ts';
import { pageMeta } from '#app/routes/page-meta.ts';
import { shopContext } from '#app/routes/request-context.server.ts';
import { visitContext } from '#app/routes/visit.server.ts';
import { Button, ButtonLink } from '#app/ui/kit/button.tsx';
import { ErrorSummary } from '#app/ui/kit/error-summary.tsx';
import { useShopForm } from '#app/ui/kit/use-form.ts';
import { PersonalizationFields } from '#app/ui/shop/personalization.tsx';
import { Picture } from '#app/ui/shop/picture.tsx';
import type { Route } from './+types/personalization.ts';

export async function loader({ context, params }: Route.LoaderArgs) {
  const cart = await getCart(context.get(shopContext), context.get(visitContext).cart);
  const line = cart.lines.find(({ id }) => id === params.lineId);
  if (!line?.artwork || line.artwork.personalizationFields.length === 0) throw notFound();
  return { artwork: line.artwork, quantity: line.quantity, answers: line.answers };
}

const form = formOf<Route.ActionArgs>();

export const action = formAction(
  form({
    schema: answerLineSchema,
    run: (shop, { answers }, { visit, params }) => answerLine(shop, visit.cart, params.lineId, answers),
    done(answered, _fields, { visit }) {
      visit.keepCart(answered.guest);
      return { to: href('/cart'), message: answeredMessage(answered) };
    },
    refused(refusal) {
      if (refusal.reason !== 'unanswered') return cartMessage(refusal);
      const errors = Object.entries(refusal.data.errors).map(([id, error]) => [answerField(id), error]);
      return { errors: Object.fromEntries(errors), status: 422 };
    },
  }),
);

export const meta: Route.MetaFunction = ({ matches, params }) =>
  pageMeta(matches, {
    title: 'Personalization',
    description: 'The text or measurements for a piece in your cart.',
    path: href('/cart/lines/:lineId/personalization', params),
    hidden: true,
  });

export default function PersonalizationPage({ loaderData: { artwork, quantity, answers } }: Route.ComponentProps) {
  const { state } = useNavigation();
  const savedAnswers = Object.fromEntries(Object.entries(answers).map(([id, answer]) => [answerField(id), answer]));
  const { field, summary } = useShopForm({ known: savedAnswers });
  return (
    <div className="wrap">
      <div className="mx-auto grid max-w-(--container-form) gap-6 py-8">
        <h1 className="page-title">Personalization</h1>
        <div className="grid grid-cols-thumb-rest-auto items-center gap-3.5">
          <Picture picture={artwork.picture} alt="" sizes="48px" className="h-15 w-12" />
          <p>
            <b className="font-semibold">{artwork.title}</b>
            {quantity > 1 ? <span className="meta block">The same for all {quantity} in your cart.</span> : null}
          </p>
        </div>
        <Form method="post" className="grid gap-5" noValidate>
          <ErrorSummary {...summary} />
          <PersonalizationFields fields={artwork.personalizationFields} field={field} />
          <div className="flex flex-wrap gap-3">
            <Button busy={state === 'submitting'}>Save</Button>
            <ButtonLink look="quiet" to={href('/cart')}>
              Back to cart
            </ButtonLink>
          </div>
        </Form>
      </div>
    </div>
  );
}
