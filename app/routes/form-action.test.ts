import { RouterContextProvider } from 'react-router';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { done, refused } from '#app/basics/result.ts';
import type { Shop } from '#app/platform/shop.server.ts';
import { type ActionArgs, formAction, formOf } from './form-action.server.ts';
import { shopContext } from './request-context.server.ts';
import { Visit, visitContext } from './visit.server.ts';

const form = formOf();
const schema = z.strictObject({ name: z.string().min(1, 'Enter a name') });

type Sent = { fields?: Record<string, string>; byScript?: boolean };

async function send(forms: Parameters<typeof formAction<ActionArgs>>[0], { fields = {}, byScript = true }: Sent) {
  const context = new RouterContextProvider();
  const visit = new Visit();
  context.set(shopContext, {} as Shop);
  context.set(visitContext, visit);
  const url = new URL(`http://shop.test/page${byScript ? '.data' : ''}`);
  const request = new Request(url, { method: 'POST', body: new URLSearchParams(fields) });
  const answer = await formAction(forms)({ request, context, params: {}, url: new URL('http://shop.test/page?q=1') });
  const isResponse = answer instanceof Response;
  return {
    status: isResponse ? answer.status : (answer.init?.status ?? 200),
    to: isResponse ? answer.headers.get('location') : undefined,
    shown: isResponse ? undefined : answer.data,
    flash: visit.takeFlash(),
    retryAfterSeconds: visit.retryAfterSeconds,
  };
}

const save = form({
  schema,
  async run(_shop, { name }) {
    if (name === 'taken') return refused('taken');
    if (name === 'often') return refused('too-many', { retryAfterSeconds: 30 });
    return done({ greeting: `Hello ${name}` });
  },
  done: ({ greeting }) => ({ ok: true, message: greeting }),
  refused: {
    taken: (_refusal, { name }) => ({ errors: { name: `${name} is used` } }),
    'too-many': ({ data }) => `Try again in ${data.retryAfterSeconds} s`,
  },
});

test('an invalid field answers 400 with the error and the input', async () => {
  const answer = await send({ save }, { fields: { intent: 'save', name: '' } });
  expect(answer).toMatchObject({
    status: 400,
    shown: { ok: false, errors: { name: 'Enter a name' }, typed: { intent: 'save', name: '' } },
  });
});

test('a refusal answers 409 with its own message', async () => {
  const answer = await send({ save }, { fields: { intent: 'save', name: 'taken' } });
  expect(answer).toMatchObject({ status: 409, shown: { errors: { name: 'taken is used' }, typed: { name: 'taken' } } });
});

test('a limit answers 429 with the seconds to wait', async () => {
  const answer = await send({ save }, { fields: { intent: 'save', name: 'often' } });
  expect(answer).toMatchObject({ status: 429, shown: { formError: 'Try again in 30 s' }, retryAfterSeconds: 30 });
});

test('an unknown intent is a bad request', async () => {
  await expect(send({ save }, { fields: { intent: 'toString', name: 'x' } })).rejects.toMatchObject({ status: 400 });
  await expect(send({ save }, { fields: { name: 'x' } })).rejects.toMatchObject({ status: 400 });
});

test('a form without a schema accepts no fields', async () => {
  const button = form({ run: async () => done(), refused: {} });
  expect(await send(button, { byScript: false })).toMatchObject({ status: 303 });
  expect(await send(button, { fields: { role: 'owner' } })).toMatchObject({ status: 400 });
});

test('the forms of a page may depend on its address', async () => {
  const forms = ({ url }: ActionArgs) => ({ [url.searchParams.get('q') === '1' ? 'save' : 'other']: save });
  expect(await send(forms, { fields: { intent: 'save', name: 'Asha' } })).toMatchObject({
    shown: { message: 'Hello Asha' },
  });
});

test('a form without an answer of its own loads its page again', async () => {
  const quiet = form({ schema, run: async () => done(), refused: {} });
  expect(await send(quiet, { fields: { name: 'Asha' } })).toMatchObject({ status: 303, to: '/page?q=1' });
});

test('a button answers a script, and redirects a browser without one', async () => {
  const button = form({
    schema,
    run: async (_shop, { name }) => (name === 'taken' ? refused('taken') : done()),
    done: () => ({ ok: true, toast: { text: 'Saved' } }),
    refused: { taken: { toast: { text: 'It is taken', tone: 'alert' as const } } },
    back: () => '/list',
  });
  expect(await send(button, { fields: { name: 'Asha' } })).toMatchObject({ status: 200, shown: { ok: true } });
  // With a status of 400 or more, the list would not revalidate.
  expect(await send(button, { fields: { name: 'taken' } })).toMatchObject({ status: 200, shown: { ok: false } });
  const plain = { byScript: false, fields: { name: 'Asha' } };
  expect(await send(button, plain)).toMatchObject({ status: 303, to: '/list', flash: ['Saved'] });
  expect(await send(button, { ...plain, fields: { name: 'taken', returnTo: '/page' } })).toMatchObject({
    to: '/page',
    flash: ['It is taken'],
  });
  expect(await send(button, { ...plain, fields: { name: 'Asha', returnTo: '//evil.test' } })).toMatchObject({
    to: '/list',
  });
  await expect(send(button, { fields: { price: '1' } })).rejects.toMatchObject({ status: 400 });
});

test('the text for a failure is not a field of the form', async () => {
  const fields = { intent: 'save', name: 'Asha', failureText: 'Failed', failureToast: 'Failed' };
  expect(await send({ save }, { fields })).toMatchObject({ status: 200, shown: { message: 'Hello Asha' } });
});

test('a refusal may redirect by address and sent fields', async () => {
  const button = form({
    schema,
    run: async () => refused('taken'),
    refused: {
      taken: ({ reason }, { name }, { url }) => ({ to: `/list${url.search}&refused=${reason}&name=${name}` }),
    },
    back: () => '/list',
  });
  expect(await send(button, { fields: { name: 'Asha' } })).toMatchObject({
    status: 303,
    to: '/list?q=1&refused=taken&name=Asha',
    flash: [],
  });
});

test('prepared data joins the answer, and may stop the form', async () => {
  const withPictures = (pictureError?: string) =>
    form({
      schema,
      prepare: () => ({ pictures: ['one'], ...(pictureError && { formError: pictureError }) }),
      run: async () => refused('taken'),
      refused: { taken: 'It is taken' },
    });
  const sent = { fields: { name: 'Asha' } };
  expect((await send(withPictures(), sent)).shown).toMatchObject({ formError: 'It is taken', pictures: ['one'] });
  expect(await send(withPictures('Too large'), sent)).toMatchObject({ status: 400, shown: { formError: 'Too large' } });
});

test('prepared data is available to the form and adds to its values', async () => {
  const withCode = form({
    schema: z.object({}),
    prepare: (_shop, body) => ({ typed: { code: body.getAll('code').map(String).join(' ') } }),
    run: async (_shop, _fields, _args, { typed }) => refused('taken', typed.code),
    refused: { taken: ({ data }) => `${data} is used` },
  });
  expect(await send(withCode, { fields: { code: 'DIWALI' } })).toMatchObject({
    status: 409,
    shown: { formError: 'DIWALI is used', typed: { code: 'DIWALI' } },
  });
});

test('a body is never read after the request is refused', async () => {
  const context = new RouterContextProvider();
  context.set(shopContext, {} as Shop);
  context.set(visitContext, new Visit());
  const request = new Request('http://shop.test/page.data', { method: 'POST', body: new FormData() });
  const url = new URL('http://shop.test/page');
  const before = async () => ({ formError: 'Wait a minute' });
  const answer = await formAction(save, { before })({ request, context, params: {}, url });
  expect(answer).toMatchObject({ data: { ok: false, formError: 'Wait a minute' }, init: { status: 429 } });
  expect(request.bodyUsed).toBe(false);
});

test('a rearranged form is shown again at once, despite other errors', async () => {
  const list = form({
    schema,
    prepare: (_shop, body) => {
      if (body.get('intent') !== 'remove 1') return {};
      body.delete('intent');
      body.set('pictures', 'one');
      return { status: 200, note: 'Removed' };
    },
    run: async () => done(),
    refused: {},
  });
  const answer = await send(list, { fields: { intent: 'remove 1', name: '', pictures: 'one two' } });
  expect(answer).toMatchObject({ status: 200, shown: { note: 'Removed', typed: { name: '', pictures: 'one' } } });
  expect(answer.shown).not.toHaveProperty('errors');
  expect(answer.shown).not.toHaveProperty('status');
});
