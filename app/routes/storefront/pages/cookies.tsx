import { Form, href } from 'react-router';
import { pageMeta } from '#app/routes/page-meta.ts';
import { choiceOf, cookieChoiceSchema, keepCookieChoice } from '#app/routes/storefront/cookie-choice.server.ts';
import { useStorefront } from '#app/routes/use-storefront.ts';
import { Button } from '#app/ui/kit/button.tsx';
import { Switch } from '#app/ui/kit/field.tsx';
import { InfoPage, Policy } from '#app/ui/shop/info-page.tsx';
import { formAction, formOf } from '#app/routes/form-action.server.ts';
import type { Route } from './+types/cookies.ts';

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: 'Cookie Policy',
    description: 'Which cookies the shop sets, what each is for, and how to choose.',
    path: href('/cookies'),
  });

const form = formOf();

export const action = formAction(
  form({
    schema: cookieChoiceSchema,
    async run(shop, fields, { visit }) {
      visit.cookies = [await keepCookieChoice(shop, choiceOf(fields))];
    },
    done: () => ({ ok: true, toast: { text: 'Cookie choice saved.' } }),
    refused: {},
    back: () => href('/cookies'),
  }),
);

const CATEGORIES = [
  ['analytics', 'Analytics', 'To count visits and find problems. We don’t set any yet.'],
  ['functional', 'Functional', 'To remember your preferences. We don’t set any yet.'],
  ['marketing', 'Marketing', 'To show you our work elsewhere. We don’t set any yet.'],
] as const;

export default function Cookies() {
  const choice = useStorefront().cookieChoice;
  return (
    <InfoPage title="Cookie Policy" lede="We use few cookies and ask before setting optional ones.">
      <Form method="post" className="mb-12 grid max-w-read gap-2 bg-sand p-6" aria-label="Your cookie choice">
        <input type="hidden" name="choice" value="custom" />
        <Switch
          label="Essential (required)"
          detail="Your sign-in, your cart and this choice. The shop can't work without them."
          checked
          disabled
          readOnly
        />
        {CATEGORIES.map(([name, label, detail]) => (
          <Switch
            key={`${name}-${choice?.letters}`}
            name={name}
            label={`${label} (optional)`}
            detail={detail}
            defaultChecked={choice?.letters.includes(name[0]!) ?? false}
          />
        ))}
        {choice?.chosenOn ? <p className="meta">You chose this on {choice.chosenOn}.</p> : null}
        <div className="mt-3">
          <Button>Save my choice</Button>
        </div>
      </Form>
      <Policy
        sections={[
          {
            id: 'what',
            title: 'What are cookies?',
            body: 'Small text files that your browser stores for a website.',
          },
          {
            id: 'ours',
            title: 'Which cookies do we set?',
            body: [
              'Your session, while you are signed in.',
              'Your cart with any personalization, your wishlist and your coupon, for when you come back.',
              'The PIN code you last checked delivery for, for six months.',
              'Your cookie choice, for a year.',
            ],
          },
          {
            id: 'browser-settings',
            title: 'Browser settings',
            body: 'Your browser can show, block and delete cookies: look for “privacy” or “site data” in its settings. Without essential cookies you can browse, but not use the cart or sign in.',
          },
          {
            id: 'third-parties',
            title: 'Third parties',
            body: 'Analytics, payment processors and social media may set their own cookies: payment processors when you pay with them, the others only if you have allowed their category.',
          },
        ]}
      />
    </InfoPage>
  );
}
