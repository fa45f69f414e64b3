import { describe, expect, test } from 'vitest';
import { factsOf, guestPagePattern, ROUTE_FACTS } from './route-facts.ts';
import routes from './routes.ts';

const pathsOf = (entries: readonly (typeof routes)[number][], under = ''): string[] =>
  entries.flatMap((entry) => {
    const path = [under, entry.path].filter(Boolean).join('/');
    const withoutOptional = path.replace(/\/:\w+\?$/, '');
    return [path, withoutOptional, ...pathsOf(entry.children ?? [], path)];
  });
const paths = pathsOf(routes);

test('every fact belongs to an existing route', () => {
  for (const fact of Object.keys(ROUTE_FACTS)) {
    const [route, below] = fact === '/' ? [''] : fact.split('/*');
    const isThere = (path: string) => path === fact || path === route || (below === '' && path.startsWith(`${route}/`));
    expect([fact, paths.some(isThere)]).toEqual([fact, true]);
  }
});

test('every route under admin is for admins only', () => {
  const admin = paths.filter((path) => /^(admin|database-test)\b/i.test(path));
  expect(admin.length).toBeGreaterThan(50);
  for (const path of admin)
    expect([path, factsOf(path).for]).toEqual([path, expect.stringMatching(/^(admins|owners)$/)]);
});

describe('an address', () => {
  test.each([
    ['/admin', { for: 'admins' }],
    ['/admin/', { for: 'admins' }],
    ['/ADMIN/orders/BV-1.data', { for: 'admins' }],
    ['/admin/payments/cash', { for: 'owners', maxBytes: 1024 * 1024 }],
    ['/admin/policies/terms', { for: 'owners', maxBytes: 256 * 1024 }],
    ['/admin/media.data', { for: 'admins', maxBytes: 6 * 1024 * 1024 }],
    ['/profile/orders/3f0c/return', { for: 'signed-in', maxBytes: 26 * 1024 * 1024 }],
    ['/custom-order/pictures/3f0c', { for: 'everybody', maxBytes: 6 * 1024 * 1024 }],
    ['/custom-order/pictures/3f0c/1a2b', { for: 'everybody' }],
    ['/checkout', { for: 'everybody', opensGateway: true }],
    ['/checkout/payment/3f0c', { for: 'everybody' }],
    ['/api/webhooks/razorpay', { for: 'everybody', isSigned: true }],
    ['/api/webhooks/razorpay/more', { for: 'everybody' }],
    ['/manifest-webmanifest', { for: 'everybody' }],
    ['/administer', { for: 'everybody' }],
    ['/', { for: 'everybody', guestPage: {}, inSitemap: true }],
  ])('%s has the facts of its route and of no other', (address, facts) => expect(factsOf(address)).toEqual(facts));
});

describe('the pages that browsers keep', () => {
  const pattern = new RegExp(guestPagePattern());

  test.each([
    '/',
    '/gallery',
    '/gallery/oil?sort=newest',
    '/artwork/lamp?variant=1',
    '/collections',
    '/collections/holi',
    '/cookies',
  ])('includes %s', (address) => expect(address).toMatch(pattern));

  test.each([
    '/cart',
    '/contact',
    '/artwork',
    '/artwork/lamp?request=1',
    '/gallery?show=24&signin=1',
    '/artwork/a/b',
    '/about/x',
    '/feeds/google.xml',
  ])('excludes %s', (address) => expect(address).not.toMatch(pattern));
});
