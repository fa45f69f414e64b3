import { z } from 'zod';
import { keepTypedAddress } from '#app/modules/payments/checkout/checkout.server.ts';
import { formAction, formOf } from '#app/routes/form-action.server.ts';
import { addressIn } from './checkout-form.ts';

const form = formOf();

/**
 * Stores the address when the shopper leaves for a UPI app. The checkout's own URL would answer with the whole page.
 */
export const action = formAction(
  form({
    schema: z.record(z.string(), z.string()),
    run: (shop, typed) => keepTypedAddress(shop, { key: typed['key'] ?? '', address: addressIn(typed) }),
    done: () => new Response(null, { status: 204 }),
    refused: {},
  }),
);
