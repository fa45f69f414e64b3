import { useLoaderData, href } from 'react-router';
import { pageMeta } from '#app/routes/page-meta.ts';
import { InfoPage, Policy } from '#app/ui/shop/info-page.tsx';
import { policyLoader } from './policy-facts.server.ts';
import type { Route } from './+types/privacy.ts';

const DESCRIPTION = 'What we know about you, why, who else sees it, and how to have it removed.';

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: 'Privacy Policy',
    description: DESCRIPTION,
    path: href('/privacy'),
  });

export const loader = policyLoader;

export default function Privacy() {
  const { policiesUpdated } = useLoaderData<typeof loader>();
  return (
    <InfoPage title="Privacy Policy" lede={DESCRIPTION}>
      <Policy
        updated={policiesUpdated}
        sections={[
          {
            id: 'collect',
            title: 'What we collect',
            body: [
              'What you type: your name, e-mail, phone and address, your orders, requests, messages and the pictures you send with them.',
              'What a payment needs: the reference of a UPI payment. Card and bank details stay with the payment processor; we never see them.',
              'What keeps the shop safe: the address you connect from, for a short time, to limit misuse.',
            ],
          },
          {
            id: 'use',
            title: 'What we use it for',
            body: 'To make, send and support your order, to answer you, and to keep the accounts the law asks for. Marketing e-mails are sent only if you turn them on in your settings.',
          },
          {
            id: 'share',
            title: 'Who else sees it',
            body: 'The courier (name, address, phone), the payment processor you choose, and the services that carry our mails and messages. Nobody else; we do not sell anything about you.',
          },
          {
            id: 'keep',
            title: 'How long we keep it',
            body: 'Orders and invoices as long as tax law asks. Your profile until you delete your account; requests and messages for two years.',
          },
          {
            id: 'rights',
            title: 'Your rights',
            body: 'You can see and correct your data in your dashboard, and ask us for a copy or for its removal at any time.',
          },
          {
            id: 'security',
            title: 'How it is protected',
            body: 'Connections are encrypted, passwords are stored only as hashes, and only the studio can open orders and requests.',
          },
        ]}
      />
    </InfoPage>
  );
}
