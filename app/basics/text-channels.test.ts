import { expect, test } from 'vitest';
import { allChannelNames, textChannelNames, textChannelsOf } from '#app/basics/text-channels.ts';

test.each([
  [{ sms: {}, whatsapp: {} }, 'SMS and WhatsApp', 'email, SMS and WhatsApp'],
  [{ sms: {} }, 'SMS', 'email and SMS'],
  [{ whatsapp: {} }, 'WhatsApp', 'email and WhatsApp'],
  [{}, '', 'email'],
])('a shop with the suppliers %j promises “%s”, and writes by %s', (suppliers, texts, all) => {
  const channels = textChannelsOf({ suppliers });
  expect(textChannelNames(channels)).toBe(texts);
  expect(allChannelNames(channels)).toBe(all);
});
