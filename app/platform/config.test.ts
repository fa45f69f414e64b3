import { availableParallelism } from 'node:os';
import { describe, expect, test } from 'vitest';
import { BadConfig, readConfig, SETTING_NAMES } from './config.server.ts';

const problemWith = (environment: Record<string, string>) => {
  try {
    readConfig(environment);
    return undefined;
  } catch (error) {
    if (error instanceof BadConfig) return error.message;
    throw error;
  }
};

describe('the settings', () => {
  test('need no values in demo', () => {
    expect(readConfig({})).toMatchObject({
      mode: 'demo',
      port: 3000,
      host: 'localhost',
      shopUrl: 'http://localhost:3000',
      trustProxy: false,
      firstAdmin: { email: 'admin@bisvar.example' },
    });
  });

  test('treat an empty value as missing, as in a copied .env', () => {
    expect(readConfig(Object.fromEntries(SETTING_NAMES.map((name) => [name, ''])))).toEqual(readConfig({}));
  });

  test('name every error at once', () => {
    const problem = problemWith({ PORT: 'eighty', SHOP_MODE: 'test', DATABASE_URL: 'mysql://x' });
    expect(problem).toMatch(/PORT/);
    expect(problem).toMatch(/SHOP_MODE/);
    expect(problem).toMatch(/DATABASE_URL/);
  });

  test('live requires a secret and an address, without sample admin', () => {
    const problem = problemWith({ SHOP_MODE: 'live', PORT: 'eighty' });
    expect(problem).toMatch(/PORT/);
    expect(problem).toMatch(/SESSION_SECRET/);
    expect(problem).toMatch(/SHOP_URL/);
    const live = readConfig({ SHOP_MODE: 'live', SHOP_URL: 'https://bisvar.example/', SESSION_SECRET: 's'.repeat(32) });
    expect(live).toMatchObject({ host: '0.0.0.0', shopUrl: 'https://bisvar.example', firstAdmin: undefined });
  });

  test('allow several processes only with a database server', () => {
    const DATABASE_URL = 'postgres://localhost/shop';
    expect(readConfig({}).processes).toBe(1);
    expect(readConfig({ PROCESSES: '4' }).processes).toBe(1);
    expect(readConfig({ PROCESSES: '4', DATABASE_URL }).processes).toBe(4);
    expect(readConfig({ PROCESSES: 'auto', DATABASE_URL }).processes).toBe(Math.min(availableParallelism(), 128));
    for (const PROCESSES of ['0', '-1', '1.5', '129', 'many'])
      expect(problemWith({ PROCESSES })).toBe('PROCESSES: auto or a number from 1 to 128');
    for (const name of ['DATABASE_DIRECT_URL', 'DATABASE_OWNER_URL'])
      expect(problemWith({ [name]: DATABASE_URL })).toBe(`${name}: needs DATABASE_URL too`);
  });

  test('refuse a short secret and half a group', () => {
    expect(problemWith({ SESSION_SECRET: 'short' })).toMatch(/SESSION_SECRET: must have at least 32 characters/);
    expect(problemWith({ RAZORPAY_KEY_ID: 'rzp_test' })).toMatch(
      /RAZORPAY_KEY_SECRET, RAZORPAY_WEBHOOK_SECRET: needed beside RAZORPAY_KEY_ID/,
    );
    expect(problemWith({ MSG91_AUTH_KEY: 'key' })).toMatch(
      /MSG91_SENDER, MSG91_TEMPLATE_SHIPPED.*needed beside MSG91_AUTH_KEY/,
    );
    expect(problemWith({ MSG91_SENDER: 'SHOP' })).toMatch(/MSG91_SENDER: the six letters of a DLT header/);
    expect(problemWith({ WHATSAPP_ACCESS_TOKEN: 'token' })).toMatch(/WHATSAPP_PHONE_NUMBER_ID: needed/);
    expect(problemWith({ ADMIN_EMAIL: 'owner@example.in' })).toMatch(/ADMIN_PASSWORD/);
    expect(problemWith({ S3_PUBLIC_URL: 'https://pictures.example' })).toMatch(/S3_PUBLIC_URL: needs the other S3/);
    expect(problemWith({ S3_PUBLIC_URL: 'javascript:alert(1)' })).toMatch(/S3_PUBLIC_URL/);
  });

  test('live sends from the shop’s domain unless another is set', () => {
    const live = { SHOP_MODE: 'live', SHOP_URL: 'https://shop.example/', SESSION_SECRET: 'x'.repeat(32) };
    const mailed = { ...live, SMTP_URL: 'smtps://mail.example' };
    expect(readConfig(mailed).mailFrom).toBe('Bisvar <shop@shop.example>');
    expect(readConfig({ ...mailed, MAIL_FROM: 'studio@aipan.example' }).mailFrom).toBe('studio@aipan.example');
  });

  test('accepts earlier secrets, and says what is wrong with them', () => {
    const [present, before, first] = ['p', 'b', 'f'].map((letter) => letter.repeat(32)) as [string, string, string];
    const withEarlier = (SESSION_SECRET_PREVIOUS: string) => ({ SESSION_SECRET: present, SESSION_SECRET_PREVIOUS });
    expect(readConfig({ SESSION_SECRET: present }).earlierSessionSecrets).toEqual([]);
    expect(readConfig(withEarlier(`${before}, ${first},${before}`))).toMatchObject({
      sessionSecret: present,
      earlierSessionSecrets: [before, first],
    });
    expect(problemWith(withEarlier(`${before},short`))).toBe(
      'SESSION_SECRET_PREVIOUS: each must have at least 32 characters',
    );
    expect(problemWith(withEarlier(`${before},${present}`))).toBe(
      'SESSION_SECRET_PREVIOUS: contains the current SESSION_SECRET; list only former ones',
    );
    expect(problemWith({ SESSION_SECRET_PREVIOUS: before })).toBe('SESSION_SECRET_PREVIOUS: needs SESSION_SECRET too');
  });

  test('requires a gateway’s own credentials and extra settings', () => {
    const { gateways } = readConfig({
      PHONEPE_KEY_ID: 'client',
      PHONEPE_KEY_SECRET: 'secret',
      PHONEPE_WEBHOOK_SECRET: 'user:password',
      PAYTM_KEY_ID: 'MID',
      PAYTM_KEY_SECRET: 'a-key-of-16-char',
      PAYTM_WEBSITE: 'WEBSTAGING',
    });
    expect(gateways).toMatchObject({
      phonepe: { keyId: 'client', webhookSecret: 'user:password', own: '1' },
      paytm: { keyId: 'MID', keySecret: 'a-key-of-16-char', own: 'WEBSTAGING' },
    });
    expect(gateways.razorpay).toBeUndefined();
    expect(problemWith({ PAYTM_KEY_ID: 'MID' })).toBe('PAYTM_KEY_SECRET: needed beside PAYTM_KEY_ID');
  });

  test('accept a bucket whether or not it is public', () => {
    const bucket = {
      S3_ENDPOINT: 'https://s3.example',
      S3_REGION: 'auto',
      S3_BUCKET: 'pictures',
      S3_ACCESS_KEY_ID: 'key',
      S3_SECRET_ACCESS_KEY: 'secret',
    };
    expect(readConfig(bucket).s3).toMatchObject({ bucket: 'pictures', publicUrl: undefined });
    expect(readConfig({ ...bucket, S3_PUBLIC_URL: 'https://pictures.example/' }).s3?.publicUrl).toBe(
      'https://pictures.example',
    );
  });
});
