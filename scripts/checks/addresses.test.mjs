import { expect, test } from 'vitest';
import { addressLiterals, find, patternsOf } from './addresses.mjs';
import { sourcesOf } from './source.mjs';

const patterns = patternsOf([
  {
    path: undefined,
    children: [
      { index: true },
      { path: 'cart' },
      { path: 'gallery' },
      { path: 'gallery/oil' },
      { path: 'artwork/:id' },
      { path: '*' },
    ],
  },
  {
    path: 'admin',
    children: [{ index: true }, { path: 'orders', children: [{ path: ':id' }] }, { path: 'settings/:page?' }],
  },
  { path: 'media/*' },
]);

const found = (text, path = 'app/routes/home.tsx') => [
  ...addressLiterals(sourcesOf(new Map([[path, text]])), patterns),
];

test('patterns are the full paths of all routes except the catch-all', () => {
  expect(patterns).toEqual([
    '/',
    '/cart',
    '/gallery',
    '/gallery/oil',
    '/artwork/:id',
    '/admin',
    '/admin',
    '/admin/orders',
    '/admin/orders/:id',
    '/admin/settings/:page?',
    '/media/*',
  ]);
});

test.each([
  ['<Link to="/cart" />', '/cart'],
  ['<Link to="/" />', '/'],
  ["redirect('/')", '/'],
  ["const menu = { to: '/gallery/oil' };", '/gallery/oil'],
  ['<Link to={`/artwork/${artwork.id}#reviews`} />', '/artwork/:id'],
  ["redirect('/cart?signin=1')", '/cart'],
  ['`${shop.url}/admin/orders/${id}?x=${y}`', '/admin/orders/:id'],
  ["'/admin/settings'", '/admin/settings/:page?'],
  ["'/admin/settings/contact'", '/admin/settings/:page?'],
  ["'/media/a.avif'", '/media/*'],
  ['`/gallery/${medium}`', undefined],
])('%s is an address typed as text', (text, pattern) => {
  expect(found(text).map((each) => each.pattern)).toEqual([pattern]);
});

test.each([
  ['an address by its route', "href('/artwork/:id', { id: artwork.id })"],
  ['an import', "import { cart } from '/cart';"],
  ['a sign', "text.split('/')"],
  ['a path of something else', "const file = '/etc/hosts'; const folder = `${data}/media/${name}`;"],
  ['a type', "type Path = '/cart';"],
  ['a sentence', "const text = 'See /cart';"],
])('accepts %s', (_, text) => {
  expect(found(text)).toEqual([]);
});

test('tests and the list of routes itself may name them', () => {
  for (const path of [
    'app/routes.ts',
    'app/routes/home.test.ts',
    'tests/requests/orders/cart.test.ts',
    'samples/shop.ts',
  ])
    expect(found("'/cart'", path)).toEqual([]);
});

test('reports the exact position of each part of an address', () => {
  const text = 'const to = `${shop.url}/admin/orders/${order.id}${kept}?placed=${x}#top`;';
  const [each] = found(text);
  const cut = ({ start, end }) => text.slice(start, end);
  expect(cut(each)).toBe('`${shop.url}/admin/orders/${order.id}${kept}?placed=${x}#top`');
  expect(each.lead.map(cut)).toEqual(['shop.url']);
  expect(each.params.map((param) => [param.name, cut(param), param.expressions.map(cut)])).toEqual([
    ['id', '${order.id}${kept}', ['order.id', 'kept']],
  ]);
  expect(text.slice(each.tail, each.end)).toBe('?placed=${x}#top`');
});

test('suggests what to write instead', () => {
  const messages = [...find(sourcesOf(new Map([['app/routes/home.tsx', "redirect('/cart')"]])), { patterns })];
  expect(messages.map(({ message }) => message)).toEqual(["'/cart' is an address typed as text: use href('/cart')"]);
});
