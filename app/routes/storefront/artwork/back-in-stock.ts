import { href } from 'react-router';
import { tooManyTries } from '#app/basics/duration.ts';
import { backInStockSchema } from '#app/modules/orders/holds/forms.ts';
import { requestBackInStock } from '#app/modules/orders/holds/holds.server.ts';
import { shopContext } from '#app/routes/request-context.server.ts';
import { answerPost, visitContext } from '#app/routes/visit.server.ts';
import { readForm } from '#app/platform/forms.ts';
import type { Route } from './+types/back-in-stock.ts';

/** POST artwork/:id/back-in-stock: one mail when the piece can be had again. */
export async function action({ request, params: { id }, context }: Route.ActionArgs) {
  const shop = context.get(shopContext);
  const back = { returnTo: undefined, otherwise: href('/artwork/:id', { id }) };
  const visit = context.get(visitContext);
  const form = await readForm(request, backInStockSchema(shop.actor.kind === 'guest'));
  if (!form.ok) return answerPost(request, visit, { ok: false, message: form.errors['email'] ?? '' }, back);
  const asked = await requestBackInStock(shop, { artworkId: id, email: form.value.email });
  const outcome = asked.ok
    ? { ok: true, message: 'We write once, when it can be bought again.' }
    : { ok: false, message: tooManyTries(asked.data.retryAfterSeconds) };
  return answerPost(request, visit, outcome, back);
}
