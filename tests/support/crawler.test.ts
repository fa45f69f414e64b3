import { expect, test } from 'vitest';
import { addressesOf, hostileRequests, routePaths, serverPaths } from './crawler.ts';
import { randomFrom } from './random.ts';

const IDS = ['an-id'];
const VALUES = { 'orders/id': ['first', 'second'], page: ['shop'], 'auth/*': ['sign-in/email'] };

test('finds every path of routes and server, optional ends as two', () => {
  expect(routePaths()).toEqual(
    expect.arrayContaining(['/', '/admin/settings', '/admin/settings/:page', '/api/auth/*', '/robots.txt']),
  );
  expect(serverPaths()).toEqual(expect.arrayContaining(['/healthz', '/readyz', '/metrics', '/offline']));
});

test('parameters have real values, or ids if there are none', () => {
  expect(addressesOf('/admin/orders/:id', IDS, VALUES)).toEqual(['/admin/orders/first', '/admin/orders/second']);
  expect(addressesOf('/admin/settings/:page', IDS, VALUES)).toEqual(['/admin/settings/shop']);
  expect(addressesOf('/checkout/payment/:orderId', IDS, VALUES)).toEqual(['/checkout/payment/an-id']);
  expect(addressesOf('/api/auth/*', IDS, VALUES)).toEqual(['/api/auth/sign-in/email']);
  expect(addressesOf('/cart', IDS, VALUES)).toEqual(['/cart']);
});

test('reads and posts a path by address and data', () => {
  const found = { forms: [], fieldNames: ['email'], queryNames: [] };
  const { everyWayTo } = hostileRequests(randomFrom(1), found, { ids: IDS, values: VALUES });
  expect(everyWayTo('/').map(({ method, path }) => `${method} ${path}`)).toEqual([
    'GET /',
    'POST /',
    'GET /_root.data',
    'POST /_root.data',
  ]);
});

test('API requests have various content types', () => {
  const found = { forms: [], fieldNames: ['email', 'password'], queryNames: [] };
  const { drawn } = hostileRequests(randomFrom(1), found, { ids: IDS, values: VALUES });
  const types = Array.from({ length: 500 }, () => drawn(['/api/auth/*']).headers['content-type']);
  expect(types).toEqual(expect.arrayContaining(['application/json', 'text/plain', undefined]));
});
