import { and, eq } from 'drizzle-orm';
import '#app/modules/identity/accounts/events.server.ts';
import type { ListenerOn } from '#app/platform/outbox/listener.ts';
import './events.server.ts';
import { sendNotice } from './internal/send-notice.server.ts';
import { removeEndedDevices } from './push.server.ts';
import { pushNotices } from './tables.server.ts';

// Not filtered by owner: the shop marks a notice that could not be sent.
const send: ListenerOn<'push.notice-queued'> = {
  name: 'push.send',
  on: 'push.notice-queued',
  handle: (shop, { noticeId }) => sendNotice(shop, noticeId),
  async onDead(shop, { noticeId }) {
    await shop.database
      .update(pushNotices)
      .set({ state: 'failed', detail: null })
      .where(and(eq(pushNotices.id, noticeId), eq(pushNotices.state, 'queued')));
  },
};

const endDevices: ListenerOn<'accounts.sessions-ended'> = {
  name: 'push.end-devices',
  on: 'accounts.sessions-ended',
  handle: removeEndedDevices,
};

export const pushListeners = [send, endDevices] as const;
