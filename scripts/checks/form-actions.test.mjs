import { expect, test } from 'vitest';
import { find } from './form-actions.mjs';
import { sourcesOf } from './source.mjs';

const page = 'app/routes/admin/orders/page.tsx';
const said = (text, { path = page, others = {} } = {}) =>
  [...find(sourcesOf(new Map([[path, text], ...Object.entries(others)])))].map(({ path }) => path);

test.each([
  'export async function action({ request }) {}',
  'export const action = async ({ request }) => {};',
  'export const action = takeForm(forms);',
  'async function save() {} export { save as action };',
  "export { action } from './other.ts';",
  "import { take } from './take.server.ts'; export const action = take;",
])('%s is an error', (text) => {
  expect(said(text)).toEqual([page]);
});

test.each([
  'export const action = formAction(form({}));',
  'export const action = formAction({ save, remove }, { before });',
  'export const action = uploadActionOf()({ take });',
  'const save = formAction(form({})); export { save as action };',
])('%s is fine', (text) => {
  expect(said(text)).toEqual([]);
});

test.each(['./take.server.ts', '#app/routes/admin/orders/take.server.ts'])(
  'an action made in %s is followed there',
  (from) => {
    const text = `import { take } from '${from}'; export const action = take;`;
    const made = (take) => ({ 'app/routes/admin/orders/take.server.ts': take });
    expect(said(text, { others: made('export const take = formAction(forms);') })).toEqual([]);
    expect(said(text, { others: made('export const take = async () => {};') })).toEqual([page]);
  },
);

test('machines answer without a form', () => {
  const text = 'export async function action() {}';
  expect(said(text, { path: 'app/routes/api/webhooks/gateway.ts' })).toEqual([]);
  expect(said(text, { path: 'app/routes/api/search.ts' })).toEqual(['app/routes/api/search.ts']);
});
