import { expect, test } from 'vitest';
import { allChannelNames, textChannelNames, textChannelsOf } from '#app/basics/text-channels.ts';

test.each([
  [{ sms: {}, whatsapp: {} }, 'SMS and WhatsApp', 'e-mail, SMS and WhatsApp'],
  [{ sms: {} }, 'SMS', 'e-mail and SMS'],
  [{ whatsapp: {} }, 'WhatsApp', 'e-mail and WhatsApp'],
  [{}, '', 'e-mail'],
])('a shop with the suppliers %j promises “%s”, and writes by %s', (suppliers, texts, all) => {
  const channels = textChannelsOf({ suppliers });
  expect(textChannelNames(channels)).toBe(texts);
  expect(allChannelNames(channels)).toBe(all);
});
