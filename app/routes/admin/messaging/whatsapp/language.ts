import { href } from 'react-router';
import { z } from 'zod';
import { keepCookie } from '#app/routes/cookies.server.ts';
import { formAction, formOf } from '#app/routes/form-action.server.ts';

const form = formOf();

/** Remembers the language that WhatsApp texts are written in, and goes back. */
export const action = formAction(
  form({
    schema: z.strictObject({ language: z.enum(['en', 'hi']) }),
    run: async (shop, { language }, { visit }) => {
      visit.cookies = [await keepCookie(shop, 'whatsapp_language', language)];
    },
    refused: {},
    back: () => href('/admin'),
  }),
);
