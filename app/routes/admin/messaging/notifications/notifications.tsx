import { href } from 'react-router';
import { pushMessages } from '#app/modules/messaging/push/messages.ts';
import { deviceSchema, oneDeviceSchema, subscriptionSchema } from '#app/modules/messaging/push/forms.ts';
import { getPushKeys } from '#app/modules/messaging/push/keys.server.ts';
import {
  addPushDevice,
  changePushDevice,
  listPushDevices,
  removePushDevice,
  renewPushDevice,
  sendTestNotice,
} from '#app/modules/messaging/push/push.server.ts';
import { adminMeta } from '#app/routes/admin/shared/admin-meta.ts';
import { Done, Failed } from '#app/routes/admin/shared/done.tsx';
import { ListHead } from '#app/routes/admin/shared/list-parts.tsx';
import { formAction, formOf } from '#app/routes/form-action.server.ts';
import { shopContext } from '#app/routes/request-context.server.ts';
import { ownerOnly } from '#app/platform/shop.server.ts';
import type { Route } from './+types/notifications.ts';
import { DeviceForm } from './device-form.tsx';
import { ThisDevice } from './this-device.tsx';

export const meta = adminMeta('Notifications');

export async function loader({ context }: Route.LoaderArgs) {
  const shop = context.get(shopContext);
  ownerOnly(shop);
  const [devices, { publicKey }] = await Promise.all([listPushDevices(shop), getPushKeys(shop)]);
  return { devices, publicKey };
}

const form = formOf<Route.ActionArgs>();

const HERE = href('/admin/notifications');
const to = (done: string) => () => `${HERE}?done=${done}`;

export const action = formAction({
  add: form({
    schema: subscriptionSchema,
    run: addPushDevice,
    done: to('on'),
    invalid: () => ({ formError: pushMessages.badSubscription }),
    refused: { 'too-many-devices': pushMessages.tooMany },
  }),
  renew: form({
    schema: subscriptionSchema,
    run: renewPushDevice,
    done: to('on'),
    refused: {},
  }),
  change: form({
    schema: deviceSchema,
    lists: ['kinds'],
    run: changePushDevice,
    done: to('saved'),
    refused: {},
  }),
  test: form({
    schema: oneDeviceSchema,
    run: (shop, { device }) => sendTestNotice(shop, { device, path: HERE }),
    done: to('test'),
    refused: { 'too-many': pushMessages.tooManyTests },
  }),
  remove: form({
    schema: oneDeviceSchema,
    run: removePushDevice,
    done: to('off'),
    refused: {},
  }),
});

const DONE = {
  on: pushMessages.turnedOn,
  off: pushMessages.turnedOff,
  saved: pushMessages.saved,
  test: pushMessages.testSent,
};

export default function Notifications({ loaderData: { devices, publicKey } }: Route.ComponentProps) {
  const [own] = devices.filter(({ isThis }) => isThis);
  return (
    <>
      <ListHead title="Notifications" count="Your phone shows a notification when something happens in the shop." />
      <Done messages={DONE} />
      <Failed />
      <ThisDevice device={own} publicKey={publicKey} />
      {devices.map((device) => (
        <DeviceForm key={device.id} device={device} isAlone={devices.length === 1} />
      ))}
    </>
  );
}
