import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { readConfig } from '#app/platform/config.server.ts';
import type { ShortText, TextProvider } from '#app/modules/messaging/messages/provider.ts';
import { openTextStandIn, type TextStandIn } from '#tests/support/text-stand-in.ts';
import { msg91Sms } from './msg91.server.ts';
import { openTexts } from './texts.server.ts';
import { whatsAppCloud } from './whatsapp-cloud.server.ts';

const AUTH_KEY = 'msg91-auth-key';
const ACCESS_TOKEN = 'EAAG-access-token';
const MSG91 = {
  MSG91_AUTH_KEY: AUTH_KEY,
  MSG91_SENDER: 'BISVAR',
  MSG91_TEMPLATE_SHIPPED: '6520aa1ad6fc05754a1f2ab1',
  MSG91_TEMPLATE_DELIVERED: '6520aa1ad6fc05754a1f2ab2',
};
const WHATSAPP = { WHATSAPP_PHONE_NUMBER_ID: '106540352242922', WHATSAPP_ACCESS_TOKEN: ACCESS_TOKEN };

let server: TextStandIn;
let sms: TextProvider;
let whatsApp: TextProvider;
beforeAll(async () => {
  server = await openTextStandIn();
  const config = readConfig({
    ...MSG91,
    ...WHATSAPP,
    WHATSAPP_LANGUAGE: 'hi',
    MSG91_API_URL: server.url,
    WHATSAPP_API_URL: `${server.url}/v23.0/`,
  });
  sms = msg91Sms(config.msg91!, { answersWithinMs: 2_000 });
  whatsApp = whatsAppCloud(config.whatsapp!, { answersWithinMs: 2_000 });
});
beforeEach(() => server.reset());
afterAll(() => server.stop());

const link = 'https://shop.example/track-order?order=BV-7K3M-9QX2';
const shipped: ShortText = {
  id: '0b0f7c52-6f0e-4a53-9d3f-a3d1b2c4e5f6',
  to: '+919876543210',
  text: `Bisvar: your order BV-7K3M-9QX2 is on its way. ${link}`,
  template: { name: 'shipped', variables: ['BV-7K3M-9QX2', link] },
};
const freeText: ShortText = { ...shipped, text: 'Your saree is dry. Shall we send it?', template: null };
const msg91Error = (code: string, message: string, status = 200) => ({
  status,
  body: { type: 'error', message, code },
});
const metaError = (code: number, message: string, status = 400) => ({
  status,
  body: { error: { message, type: 'OAuthException', code, error_data: { details: message }, fbtrace_id: 'Az8' } },
});

describe('an SMS through MSG91', () => {
  test('names the DLT template and header, and fills the variables in order', async () => {
    expect(await sms.send(shipped)).toEqual({ state: 'sent', providerId: '3763646c3058373530393938' });
    expect(server.asked).toEqual([
      {
        path: '/api/v5/flow',
        headers: expect.objectContaining({ authkey: AUTH_KEY, 'content-type': 'application/json' }),
        body: {
          template_id: '6520aa1ad6fc05754a1f2ab1',
          sender: 'BISVAR',
          short_url: '0',
          recipients: [{ mobiles: '919876543210', VAR1: 'BV-7K3M-9QX2', VAR2: link }],
        },
      },
    ]);
  });

  test('refuses a text without a registered template', async () => {
    expect(await sms.send(freeText)).toMatchObject({ state: 'refused' });
    expect(server.asked).toEqual([]);
  });

  test('is refused for good when the number or the text is wrong', async () => {
    server.answerNext(msg91Error('202', 'Invalid mobile number 919876543210', 400));
    expect(await sms.send(shipped)).toEqual({
      state: 'refused',
      reason: 'MSG91 answered 400 202 Invalid mobile number …',
    });
  });

  test.each([
    ['a wrong key', msg91Error('207', 'Invalid authentication key', 401), 'MSG91 answered 401 207 Invalid auth'],
    ['a used-up balance', msg91Error('301', 'Insufficient balance'), 'MSG91 answered 200 301 Insufficient balance'],
    ['an address that is not allowed', msg91Error('418', 'IP is not whitelisted', 401), 'MSG91 answered 401 418'],
    ['no word of why', { status: 200, body: {} }, 'MSG91 answered 200'],
  ])('is tried again after %s', async (_what, answer, message) => {
    server.answerNext(answer);
    await expect(sms.send(shipped)).rejects.toThrow(message);
  });
});

describe('a WhatsApp text through the Cloud API', () => {
  test('is the approved template in its language, and carries our id', async () => {
    expect(await whatsApp.send(shipped)).toEqual({ state: 'sent', providerId: 'wamid.HBgMOTE5ODc2NTQzMjEwFQIAERgS' });
    expect(server.asked).toEqual([
      {
        path: '/v23.0/106540352242922/messages',
        headers: expect.objectContaining({ authorization: `Bearer ${ACCESS_TOKEN}` }),
        body: {
          messaging_product: 'whatsapp',
          recipient_type: 'individual',
          to: '919876543210',
          biz_opaque_callback_data: shipped.id,
          type: 'template',
          template: {
            name: 'order_shipped',
            language: { policy: 'deterministic', code: 'hi' },
            components: [
              {
                type: 'body',
                parameters: [
                  { type: 'text', text: 'BV-7K3M-9QX2' },
                  { type: 'text', text: link },
                ],
              },
            ],
          },
        },
      },
    ]);
  });

  test('sends a free text only soon after the reader wrote', async () => {
    await whatsApp.send(freeText);
    expect(server.asked[0]!.body).toMatchObject({ type: 'text', text: { preview_url: false, body: freeText.text } });
    server.answerNext(metaError(131_047, 'Message failed to send because more than 24 hours have passed'));
    expect(await whatsApp.send(freeText)).toEqual({
      state: 'refused',
      reason: 'WhatsApp answered 131047 Message failed to send because more than 24 hours have passed',
    });
  });

  test.each([
    ['a number that is not on WhatsApp', 131_026],
    ['a template that is not approved', 132_001],
    ['places that do not fit', 132_000],
  ])('is refused for good for %s', async (_what, code) => {
    server.answerNext(metaError(code, 'No'));
    expect(await whatsApp.send(shipped)).toMatchObject({ state: 'refused', reason: `WhatsApp answered ${code} No` });
  });

  test.each([
    ['a token that ran out', metaError(190, 'Error validating access token', 401), '190'],
    ['too many to one number', metaError(131_056, 'Pair rate limit hit'), '131056'],
    ['a limit', metaError(130_429, 'Rate limit hit', 429), '429'],
    ['an answer that is not theirs', { status: 200, body: { hello: 'there' } }, 'not its own'],
  ])('is tried again after %s', async (_what, answer, message) => {
    server.answerNext(answer);
    await expect(whatsApp.send(shipped)).rejects.toThrow(message);
  });
});

describe.each([
  ['MSG91', (text: ShortText) => sms.send(text)],
  ['WhatsApp', (text: ShortText) => whatsApp.send(text)],
] as const)('%s', (name, send) => {
  test.each([
    ['breaks', { status: 503, body: { error: 'down' } }, `${name} answered 503`],
    ['is asked too often', { status: 429, body: {} }, `${name} answered 429`],
    ['shows a page', { status: 200, body: '<html>' }, `${name} answered 200 with something that is no JSON`],
    ['never answers', 'hang' as const, `${name} did not answer in time`],
    ['hangs up', 'drop' as const, `${name} could not be reached`],
    ['stops in the middle', 'cut-off' as const, `${name} broke off its answer`],
  ])('retries later when it %s; errors name no key or number', async (_what, answer, message) => {
    server.answerNext(answer);
    const error = await send(shipped).then(
      () => undefined,
      (thrown: Error) => thrown,
    );
    expect(error?.message).toBe(message);
    expect(`${error?.stack} ${JSON.stringify(error)}`).not.toMatch(/msg91-auth-key|EAAG-access-token|9876543210/);
  });
});

test('stores texts in a demo without credentials; live has no supplier', async () => {
  const live = { SHOP_MODE: 'live', SHOP_URL: 'https://bisvar.example', SESSION_SECRET: 's'.repeat(32) };
  expect(await openTexts(readConfig({})).sms!.send(shipped)).toEqual({ state: 'unsent' });
  expect(openTexts(readConfig(live))).toEqual({ sms: undefined, whatsapp: undefined });
  expect(openTexts(readConfig({ ...live, ...MSG91 }))).toEqual({ sms: expect.anything(), whatsapp: undefined });
});
