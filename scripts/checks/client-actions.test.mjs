import { expect, test } from 'vitest';
import { find } from './client-actions.mjs';
import { sourcesOf } from './source.mjs';

const said = (text, path = 'app/routes/admin/identity/users/state.ts') =>
  [...find(sourcesOf(new Map([[path, text]])))].map(({ message }) => message);

const ACTION = 'export async function action() {}';
const PICKER = 'app/routes/admin/catalogue/media/pictures.ts';

test.each([
  ['a function', ACTION],
  ['a value', 'export const action = take;'],
  ['a name of the file', 'const take = () => null;\nexport { take as action };'],
])('an action of the admin without a clientAction is an error: %s', (_, text) => {
  expect(said(text)).toEqual(['an action without a clientAction: export stayHere(…) as one']);
});

test.each(['app/routes/account/address.tsx', 'app/routes/storefront/cart/personalization.tsx'])(
  'an action of a customer’s screen without a clientAction is an error: %s',
  (path) => {
    expect(said(ACTION, path)).toEqual(['an action without a clientAction: export stayHere(…) as one']);
  },
);

test.each([
  ['an action with one', `${ACTION}\nexport const clientAction = stayHere();`, undefined],
  ['a route without an action', 'export function loader() {}', undefined],
  ['a button of the storefront', ACTION, 'app/routes/storefront/cart/reorder.ts'],
  ['an exception', ACTION, PICKER],
])('%s is fine', (_, text, path) => {
  expect(said(text, path)).toEqual([]);
});

test('an exception that needs to be none any more is an error', () => {
  expect(said('export function loader() {}', PICKER)).toEqual([
    'is no exception: take it off the list of scripts/checks/client-actions.mjs',
  ]);
});
