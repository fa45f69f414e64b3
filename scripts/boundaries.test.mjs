import { describe, expect, test } from 'vitest';
import { find, findPlaces } from './boundaries.mjs';
import { sourcesOf } from './checks/source.mjs';

const areas = { store: ['settings'], catalogue: ['media'], orders: ['orders'] };

const said = (path, text, list = areas) => {
  const sources = sourcesOf(
    new Map([
      ['app/basics/money.ts', 'export const paise = 1;'],
      ...Object.keys(list).map((area) => [`app/modules/${area}/README.md`, '# Area']),
      ['app/modules/store/settings/listed.ts', ''],
      ['app/modules/catalogue/media/listed.ts', ''],
      ['app/modules/orders/orders/listed.ts', ''],
      [path, text],
    ]),
  );
  const lineOf = (each) => sources.find((source) => source.path === each.path)?.lineAt(each.at) ?? 1;
  const project = { areas: list };
  return [...findPlaces(sources, project), ...find(sources, project)]
    .map((each) => `${each.path}:${lineOf(each)} ${each.message}`)
    .join('\n');
};

describe('a boundary', () => {
  test.each([
    [
      'basics import nothing of ours',
      'app/basics/money.ts',
      "import '#app/platform/config.server.ts';",
      'basics may import nothing',
    ],
    [
      'platform imports only basics',
      'app/platform/log.server.ts',
      "import { x } from '#app/modules/catalogue/media/media.server.ts';",
      'platform may import basics',
    ],
    [
      'a module imports no module below it',
      'app/modules/catalogue/media/media.server.ts',
      "import { x } from '#app/modules/orders/orders/order.ts';",
      'media may import',
    ],
    [
      'types count as imports',
      'app/modules/catalogue/media/media.server.ts',
      "import type { X } from '#app/modules/orders/orders/order.ts';",
      'media may import',
    ],
    [
      'exports from elsewhere count as imports',
      'app/modules/catalogue/media/media.server.ts',
      "export * from '#app/modules/orders/orders/order.ts';",
      'media may import',
    ],
    [
      'imports at run time count too',
      'app/modules/catalogue/media/media.server.ts',
      "await import('#app/modules/orders/orders/order.ts');",
      'media may import',
    ],
    [
      'types written in place count too',
      'app/modules/catalogue/media/media.server.ts',
      "type X = import('#app/modules/orders/orders/order.ts').X;",
      'media may import',
    ],
    [
      'a module does not import screens',
      'app/modules/catalogue/media/media.server.ts',
      "import { Card } from '#app/ui/kit/card.tsx';",
      'media may import',
    ],
    [
      'a module does not import routes',
      'app/modules/catalogue/media/media.server.ts',
      "import { x } from '#app/routes/storefront/home/home.tsx';",
      'media may import',
    ],
    [
      'a module does not import adapters',
      'app/modules/catalogue/media/media.server.ts',
      "import { x } from '#app/adapters/storage/disk.server.ts';",
      'media may import',
    ],
    [
      'a module does not import React',
      'app/modules/catalogue/media/picture.ts',
      "import { useState } from 'react';",
      'knows nothing of screens',
    ],
    [
      'a module does not import the router',
      'app/modules/catalogue/media/media.server.ts',
      "import { data } from 'react-router';",
      'knows nothing of screens',
    ],
    [
      'platform does not import the router',
      'app/platform/live/live.server.ts',
      "import { data } from 'react-router';",
      'knows nothing of screens',
    ],
    [
      'an adapter knows a module only by its provider.ts',
      'app/adapters/payment/card.server.ts',
      "import { x } from '#app/modules/orders/orders/order.ts';",
      'adapters may import',
    ],
    [
      'an adapter does not import the database',
      'app/adapters/payment/card.server.ts',
      "import { x } from '#app/platform/database/database.server.ts';",
      'adapters may import',
    ],
    [
      'ui does not import server files',
      'app/ui/shop/price.tsx',
      "import { x } from '#app/modules/orders/orders/orders.server.ts';",
      'ui may import',
    ],
    [
      'ui does not import even the types of server files',
      'app/ui/shop/price.tsx',
      "import type { X } from '#app/modules/orders/orders/orders.server.ts';",
      'ui may import',
    ],
    [
      'ui does not import platform',
      'app/ui/shop/price.tsx',
      "import { x } from '#app/platform/shop.server.ts';",
      'ui may import',
    ],
    [
      'routes do not import adapters',
      'app/routes/storefront/home.tsx',
      "import { x } from '#app/adapters/email/smtp.server.ts';",
      'routes may import all but adapters',
    ],
    [
      'open-shop does not import routes',
      'app/open-shop.server.ts',
      "import { x } from '#app/routes/storefront/home/home.tsx';",
      'open-shop may import all but routes and ui',
    ],
    [
      'the server reaches modules only through open-shop',
      'server/app.ts',
      "import { x } from '#app/modules/orders/orders/orders.server.ts';",
      'server may import',
    ],
    [
      'nothing imports tests',
      'app/routes/storefront/home.tsx',
      "import { x } from '#tests/support/database.ts';",
      'nothing imports tests',
    ],
    [
      'nothing imports a test beside it',
      'app/basics/money.ts',
      "import { x } from './money.test.ts';",
      'nothing imports tests',
    ],
    [
      'nothing imports samples',
      'app/routes/storefront/home.tsx',
      "import { x } from '#samples/fill.ts';",
      'nothing imports samples',
    ],
    [
      'nothing climbs out of its folder',
      'app/modules/orders/orders/order.ts',
      "import { x } from '../media/picture.ts';",
      'climbs out of its folder',
    ],
    [
      'an import carries its extension',
      'app/modules/orders/orders/order.ts',
      "import { x } from './order-item';",
      'needs its extension',
    ],
    [
      'a browser-safe file does not import what runs on the server',
      'app/modules/orders/orders/order.ts',
      "import { x } from './orders.server.ts';",
      'runs only on the server',
    ],
    [
      'a browser-safe file does not import Node',
      'app/modules/orders/orders/order.ts',
      "import { join } from 'node:path';",
      'does not exist in the browser',
    ],
    [
      'the internal files of a module are private',
      'app/routes/storefront/home.tsx',
      "import { x } from '#app/modules/orders/orders/internal/place-order.server.ts';",
      'is private to app/modules/orders/orders',
    ],
    [
      'only the owner inserts',
      'app/modules/orders/orders/orders.server.ts',
      "import { media } from '#app/modules/catalogue/media/tables.server.ts';\nshop.database.insert(media).values({});",
      ':2 only app/modules/catalogue/media writes media',
    ],
    [
      'only the owner updates',
      'app/modules/orders/orders/orders.server.ts',
      "import { media as m } from '#app/modules/catalogue/media/tables.server.ts';\nawait tx.update(m).set({});",
      'only app/modules/catalogue/media writes m',
    ],
    [
      'only the owner deletes',
      'app/routes/api/x.ts',
      "import * as tables from '#app/modules/catalogue/media/tables.server.ts';\ndatabase.delete(tables.media);",
      'only app/modules/catalogue/media writes tables',
    ],
    [
      'only the owner writes in SQL',
      'app/modules/orders/orders/orders.server.ts',
      "import { media } from '#app/modules/catalogue/media/tables.server.ts';\nsql`update ${media} set x = 1`;",
      'only app/modules/catalogue/media writes media',
    ],
    ['a file is named in kebab-case', 'app/modules/orders/orders/orderItem.ts', '', 'not in kebab-case'],
    ['no file is called index', 'app/modules/orders/orders/index.ts', '', 'says nothing'],
    ['no folder is called utils', 'app/utils/dates.ts', '', 'says nothing'],
    ['no file is called helpers', 'app/modules/orders/orders/helpers.server.ts', '', 'says nothing'],
    ['no folder is called services', 'app/services/mail.server.ts', '', 'says nothing'],
    ['a module is on the list', 'app/modules/orders/gifts/gift.ts', '', 'orders/gifts is not on the list'],
    ['no file stands beside the modules of an area', 'app/modules/orders/gift.ts', '', 'orders is not on the list'],
    [
      'screens of the owner',
      'app/routes/admin/gifts/gift.tsx',
      '',
      'app/routes/admin/gifts is not named after an area',
    ],
    ['request tests', 'tests/requests/gifts/gift.test.ts', '', 'tests/requests/gifts is not named after an area'],
    ['samples', 'samples/gifts/gifts.ts', '', 'samples/gifts is not named after an area'],
  ])('%s', (_, path, text, message) => {
    expect(said(path, text)).toContain(message);
  });

  test('an area has a front page of at most 40 lines', () => {
    expect(said('app/modules/store/README.md', 'A line.\n'.repeat(41))).toContain('has more than 40 lines');
    expect([...findPlaces(sourcesOf(new Map()), { areas: { store: [] } })]).toMatchObject([
      { message: 'app/modules/store has no README.md' },
    ]);
  });

  test('the list names no module that does not exist', () => {
    expect(said('app/basics/result.ts', '', { ...areas, requests: ['gifts'] })).toContain('requests/gifts, which');
  });

  test.each([
    [
      'app/modules/orders/orders/orders.server.ts',
      "import { media } from '#app/modules/catalogue/media/tables.server.ts';\nshop.database.select().from(media);",
    ],
    [
      'app/modules/orders/orders/orders.server.ts',
      "import { orders } from './tables.server.ts';\nshop.database.update(orders).set({});",
    ],
    [
      'app/modules/orders/orders/forms.ts',
      "import { paise } from '#app/basics/money.ts';\nimport type { Order } from './orders.server.ts';",
    ],
    ['app/modules/orders/orders/orders.server.ts', "import { place } from './internal/place-order.server.ts';"],
    ['app/adapters/payment/card.server.ts', "import type { Payment } from '#app/modules/orders/orders/provider.ts';"],
    [
      'app/ui/shop/price.tsx',
      "import { paise } from '#app/basics/money.ts';\nimport { X } from '#app/modules/orders/orders/order.ts';",
    ],
    [
      'app/routes/storefront/home.tsx',
      "import type { Route } from './+types/home';\nimport { x } from '#app/modules/orders/orders/orders.server.ts';",
    ],
    ['app/open-shop.server.ts', "import { x } from '#app/adapters/payment/card.server.ts';"],
    ['app/routes/storefront/pages/services.tsx', ''],
    ['app/routes/admin/catalogue/media/media.tsx', ''],
    ['app/routes/admin/shared/done.tsx', ''],
    ['tests/requests/tampering.test.ts', ''],
    [
      'benchmarks/pages.bench.ts',
      "import { x } from '#tests/support/database.ts';\nimport { y } from '#app/modules/catalogue/media/internal/pipeline.server.ts';",
    ],
    ['app/open-shop.server.ts', "await import('#samples/fill.ts');"],
    [
      'app/modules/orders/orders/orders.test.ts',
      "import { openTestDatabase } from '#tests/support/database.ts';\nimport { join } from 'node:path';",
    ],
  ])('allows %s: %s', (path, text) => {
    expect(said(path, text)).toBe('');
  });
});
