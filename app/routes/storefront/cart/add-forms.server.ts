import { href } from 'react-router';
import type { CartChange, CartRefusal } from '#app/modules/orders/cart/cart.ts';
import { addLine } from '#app/modules/orders/cart/cart.server.ts';
import { addLineSchema } from '#app/modules/orders/cart/forms.ts';
import { addedMessage } from '#app/modules/orders/cart/messages.ts';
import type { Shop } from '#app/platform/shop.server.ts';
import { type ActionArgs, formOf } from '#app/routes/form-action.server.ts';
import type { FormAnswer } from '#app/ui/kit/use-form.ts';

/** Declares the forms `add` and `buy`. `findArtworkId` replaces the posted id with the id of the page. */
export function addForms<Args extends ActionArgs>({
  findArtworkId,
  refused,
  back = () => href('/cart'),
}: {
  findArtworkId?: (shop: Shop, args: Args) => Promise<string>;
  refused: (refusal: CartRefusal) => Partial<FormAnswer> & { status?: number };
  back?: (args: Args, shown: FormAnswer) => string | undefined;
}) {
  const form = formOf<Args>();
  const addForm = (done: (added: CartChange) => string | FormAnswer) =>
    form({
      schema: addLineSchema,
      async run(shop, fields, args) {
        const line = findArtworkId ? { ...fields, artworkId: await findArtworkId(shop, args) } : fields;
        const added = await addLine(shop, args.visit.cart, line);
        if (added.ok) args.visit.keepCart(added.value.guest);
        return added;
      },
      done,
      refused,
      back,
    });
  return {
    add: addForm((added) => ({
      ok: true,
      toast: { text: addedMessage(added), link: { label: 'View cart', to: href('/cart') } },
    })),
    buy: addForm(() => href('/checkout')),
  };
}
