import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { GATEWAY_SETTINGS, gatewayCard, gatewayHosts, GATEWAYS, PAYMENT_METHODS } from './payment-methods.ts';

test('lists each payment method once, with a card for each gateway', () => {
  expect(new Set(PAYMENT_METHODS).size).toBe(PAYMENT_METHODS.length);
  expect(new Set(GATEWAYS.map((gateway) => gatewayCard(gateway).rank)).size).toBe(GATEWAYS.length);
});

test('a gateway with its own checkout has credentials and a policy entry', () => {
  const withCheckout = readdirSync(new URL('../routes/storefront/payment/gateways', import.meta.url)).map((file) =>
    file.replace(/\.ts$/, ''),
  );
  const takesCredentials = GATEWAY_SETTINGS.map(({ gateway }) => gateway);
  for (const gateway of withCheckout.map((name) => takesCredentials.find((each) => each === name))) {
    expect(gateway).toBeDefined();
    expect(gatewayHosts(gateway!)).toMatchObject({
      all: expect.any(String),
      payment: [expect.any(String), expect.any(String)],
    });
  }
});

test('the database accepts only the listed payment methods', () => {
  const migrations = new URL('../../database/migrations/', import.meta.url);
  const checks = readdirSync(migrations)
    .toSorted()
    .flatMap((file) =>
      [...readFileSync(new URL(file, migrations), 'utf8').matchAll(/check \(payment_method in \(([^)]*)\)\)/g)].map(
        ([, list]) => list!,
      ),
    );
  expect(
    checks
      .at(-1)!
      .split(',')
      .map((each) => each.trim().replaceAll("'", '')),
  ).toEqual(PAYMENT_METHODS);
});
