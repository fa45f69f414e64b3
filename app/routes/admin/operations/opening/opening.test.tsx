import { renderToString } from 'react-dom/server';
import { createRoutesStub } from 'react-router';
import { expect, test } from 'vitest';
import { listOpening } from '#app/modules/operations/health/checklist.ts';
import { DEFAULT_SETTINGS } from '#app/modules/store/settings/settings.ts';
import OpeningDay from './opening.tsx';

const items = listOpening({
  settings: DEFAULT_SETTINGS,
  withoutOrigin: 1,
  incompleteSkinCare: 0,
  sampleArtworks: 0,
  sampleAccounts: 0,
  isUpiTried: false,
  isGatewayTried: false,
  arePoliciesRead: false,
  isMailTried: false,
  ownersWithoutSecondFactor: [],
  isBackedUp: false,
});
const loaderData = {
  isLive: true,
  items,
  isOpened: false,
  hasOrders: false,
  hasArtworks: true,
  awayUntil: null,
  trial: { qr: { size: 1, path: '' }, link: '', payeeName: 'Kamla', payeeAddress: 'kamla@upi' },
  sendsMail: true,
  backups: undefined,
  backupKey: 'ABCD',
};

test.each([
  'open',
  'set-origin',
  'confirm-payment',
  'confirm-policies',
  'request-mail',
  'confirm-mail',
  'confirm-backup',
])('shows the error of form “%s” once, inside it', (intent) => {
  const Stub = createRoutesStub([
    {
      id: 'opening',
      path: '/admin/opening',
      Component: () => <OpeningDay {...({ loaderData } as unknown as Parameters<typeof OpeningDay>[0])} />,
      action: () => null,
    },
  ]);
  const formError = 'Nothing was changed';
  const html = renderToString(
    <Stub
      initialEntries={['/admin/opening']}
      hydrationData={{ actionData: { opening: { formError, typed: { intent } } } }}
    />,
  );
  const forms = html.split('<form').filter((part) => part.includes(formError));
  expect(forms).toHaveLength(1);
  expect(forms[0]).toContain(`value="${intent}"`);
});
