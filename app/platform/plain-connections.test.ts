import { describe, expect, test } from 'vitest';
import { readConfig } from './config.server.ts';
import { listPlainConnections } from './plain-connections.server.ts';

const settingsOf = (environment: Record<string, string>) =>
  listPlainConnections(readConfig(environment)).map(({ setting }) => setting);

describe('a connection without TLS', () => {
  test.each([
    ['postgres://shop:secret@10.0.0.5/shop', true],
    ['postgres://shop:secret@database/shop?sslmode=disable', true],
    ['postgres://shop:secret@database/shop?sslmode=verify-full', false],
    ['postgres://shop:secret@database/shop?ssl=true', false],
    ['postgres://shop:secret@127.0.0.1:5432/shop', false],
    ['postgres://shop:secret@[::1]/shop', false],
    ['postgres:///shop?host=/var/run/postgresql', false],
  ])('to the database is one by %s: %s', (DATABASE_URL, isPlain) =>
    expect(settingsOf({ DATABASE_URL })).toEqual(isPlain ? ['DATABASE_URL'] : []),
  );

  test.each([
    ['smtp://shop:secret@mail.example:587', true],
    ['smtp://shop:secret@mail.example:587?requireTLS=true', false],
    ['smtps://shop:secret@mail.example', false],
    ['smtp://localhost:25', false],
  ])('to the mail server is one by %s: %s', (SMTP_URL, isPlain) =>
    expect(settingsOf({ SMTP_URL })).toEqual(isPlain ? ['SMTP_URL'] : []),
  );

  test('to a bucket, a pooler or a gateway is one too', () => {
    const bucket = { S3_REGION: 'x', S3_BUCKET: 'x', S3_ACCESS_KEY_ID: 'x', S3_SECRET_ACCESS_KEY: 'x' };
    const gateway = { RAZORPAY_KEY_ID: 'x', RAZORPAY_KEY_SECRET: 'x', RAZORPAY_WEBHOOK_SECRET: 'x' };
    expect(
      settingsOf({
        ...bucket,
        ...gateway,
        S3_ENDPOINT: 'http://storage.example:9000',
        RAZORPAY_API_URL: 'http://gateway.example',
        BREACHED_PASSWORDS_API_URL: 'http://passwords.example',
        DATABASE_URL: 'postgres://127.0.0.1:6432/shop',
        DATABASE_DIRECT_URL: 'postgres://10.0.0.5/shop',
        DATABASE_OWNER_URL: 'postgres://10.0.0.5/shop',
      }),
    ).toEqual([
      'DATABASE_DIRECT_URL',
      'DATABASE_OWNER_URL',
      'S3_ENDPOINT',
      'BREACHED_PASSWORDS_API_URL',
      'RAZORPAY_API_URL',
    ]);
    expect(settingsOf({ ...bucket, S3_ENDPOINT: 'https://storage.example' })).toEqual([]);
  });
});
