import { symmetricEncrypt } from 'better-auth/crypto';
import { eq, ne, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { accountRefusal, type AccountRefusal } from '#app/modules/identity/accounts/messages.ts';
import { authUsers } from '#app/modules/identity/accounts/tables.server.ts';
import { findVisitor } from './sessions.server.ts';
import { attemptsFrom, takeAttempt } from './attempts.server.ts';
import type { Database } from '#app/platform/database/database.server.ts';
import { signedIn, type Shop } from '#app/platform/shop.server.ts';
import { openTestShop, type TestShop } from '#tests/support/test-shop.ts';
import { totp } from '#tests/support/totp.ts';
import { readLog } from '#tests/support/written-log.ts';
import {
  proveSecondFactor,
  getSecondFactor,
  passSecondFactor,
  renewStoredSecondFactors,
} from './second-factor.server.ts';
import { confirmEnrolment, renewRecoveryCodes, startEnrolment } from './enrolment.server.ts';
import { readSignInCode, requestSignInCode } from './sign-in-code.server.ts';
import { signIn, signUp } from './sign-in.server.ts';
import { authTwoFactors } from './tables.server.ts';

const FIRST = 'a secret that only tests have, 32+';
const SECOND = 'another secret that only tests have';
const THIRD = 'a third secret that only tests have';
const HASH = /^[0-9a-f]{32}:[0-9a-f]{64}$/;
const password = 'bindu-and-lotus';

let shop: TestShop;
let guest: Shop;
let member: Awaited<ReturnType<typeof withSecondFactor>>;
beforeAll(async () => {
  shop = await openTestShop();
  // Better Auth uses the machine's clock.
  shop.clock.now = new Date();
  guest = startedWith(FIRST);
  member = await withSecondFactor();
});
afterAll(() => shop.close());

const headersOf = (cookies: string[]) =>
  new Headers({ cookie: cookies.map((cookie) => cookie.split(';')[0]).join('; ') });

function startedWith(sessionSecret: string, ...earlierSessionSecrets: string[]): Shop {
  const database = Object.create(shop.database) as Database;
  return { ...shop.as.guest(), database, config: { ...shop.config, sessionSecret, earlierSessionSecrets } };
}

async function withSecondFactor() {
  const email = 'meera@example.in';
  const made = await signUp(guest, { name: 'Meera Joshi', email, password });
  if (!made.ok) throw new Error(made.reason);
  const browser = headersOf(made.value.cookies);
  const person = { ...guest, actor: await findVisitor(guest, browser) };
  const started = await startEnrolment(person, password, browser);
  if (!started.ok) throw new Error(started.reason);
  const confirmed = await confirmEnrolment(person, totp(started.value.secret), browser);
  if (!confirmed.ok) throw new Error(confirmed.reason);
  const { userId } = signedIn(person);
  return { email, userId, person, secret: started.value.secret, codes: confirmed.value.recoveryCodes };
}

async function signInBy(guest: Shop, email: string, code: string) {
  await shop.database.execute(sql`delete from rate_limits`);
  const asked = await signIn(guest, { email, password });
  if (asked.ok || asked.reason !== 'second-factor-needed') throw new Error('no second factor was asked for');
  return passSecondFactor(guest, code, headersOf(asked.data.cookies));
}

const storedOf = async (userId: string) =>
  (await shop.database.select().from(authTwoFactors).where(eq(authTwoFactors.userId, userId)))[0]!;

/** Stores a second factor as the previous version did: in bare hex under one secret. */
async function storeAsBefore(
  userId: string,
  { raw, codes, key = FIRST }: { raw: string; codes: string[]; key?: string },
) {
  await shop.database
    .update(authTwoFactors)
    .set({
      secret: await symmetricEncrypt({ key, data: raw }),
      backupCodes: await symmetricEncrypt({ key, data: JSON.stringify(codes) }),
    })
    .where(eq(authTwoFactors.userId, userId));
}

function rawOf(secret: string): string {
  const bits = secret.replaceAll(/./g, (letter) =>
    'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0'),
  );
  const bytes = bits.match(/.{8}/g)!;
  return Buffer.from(bytes.map((byte) => Number.parseInt(byte, 2))).toString();
}

test('a signed-in user confirms the second factor once with a code', async () => {
  await shop.database.execute(sql`delete from rate_limits`);
  const asked = await signIn(guest, { email: member.email, password });
  if (asked.ok || asked.reason !== 'second-factor-needed') throw new Error('no second factor was asked for');
  const session = await passSecondFactor(guest, totp(member.secret), headersOf(asked.data.cookies));
  if (!session.ok) throw new Error(session.reason);
  const browser = headersOf(session.value.cookies);
  const person = { ...guest, actor: await findVisitor(guest, browser) };
  for (const code of ['', '000000', 'ABCDE-FGHIJ'])
    expect(await proveSecondFactor(person, code, browser)).toMatchObject({
      reason: 'wrong-code',
    });
  const next = totp(member.secret, 1);
  expect(await proveSecondFactor(person, `${next.slice(0, 3)} ${next.slice(3)}`, browser)).toMatchObject({ ok: true });
  expect(await proveSecondFactor(person, next, browser)).toMatchObject({
    reason: 'wrong-code',
  });
  expect(await findVisitor(guest, browser)).toMatchObject({ kind: 'customer' });
});

describe('recovery codes', () => {
  const storedHashes = async () => JSON.parse((await storedOf(member.userId)).backupCodes) as string[];
  const saltsOf = (hashes: string[]) => [...new Set(hashes.map((each) => each.split(':')[0]))];

  test('are slow salted hashes, valid once in any spacing or case', async () => {
    const stored = await storedHashes();
    expect(new Set(stored).size).toBe(10);
    for (const each of stored) expect(each).toMatch(HASH);
    expect(saltsOf(stored)).toHaveLength(1);
    const { email, person, codes } = member;
    const typed = ` ${codes[0]!.toLowerCase().replace('-', ' ')} `;
    expect(await signInBy(guest, email, typed)).toMatchObject({ ok: true });
    expect(await signInBy(guest, email, codes[0]!)).toMatchObject({ ok: false, reason: 'wrong-code' });
    expect(await signInBy(guest, email, stored[1]!)).toMatchObject({ ok: false, reason: 'wrong-code' });
    expect(await storedHashes()).toEqual(stored.slice(1));
    expect((await getSecondFactor(person)).recoveryCodesLeft).toBe(9);
  });

  test('right codes do not count as attempts on a shared network address', async () => {
    await shop.database.execute(sql`delete from rate_limits`);
    const asked = await signIn(guest, { email: member.email, password });
    if (asked.ok || asked.reason !== 'second-factor-needed') throw new Error('no second factor was asked for');
    const browser = headersOf(asked.data.cookies);
    const others = attemptsFrom(guest, 'second-factor');
    for (let n = 0; n < 18; n += 1) expect(await takeAttempt(guest, others)).toBeUndefined();
    expect(await passSecondFactor(guest, 'AAAAA-AAAAA', browser)).toMatchObject({ reason: 'wrong-code' });
    expect(await passSecondFactor(guest, member.codes.pop()!, browser)).toMatchObject({ ok: true });
    expect(await takeAttempt(guest, others)).toBeUndefined();
    expect(await takeAttempt(guest, others)).toMatchObject({ reason: 'too-many-tries' });
  });

  test('new ones have another salt, and invalidate the previous ones', async () => {
    const before = await storedHashes();
    const renewed = await renewRecoveryCodes(member.person, password);
    if (!renewed.ok) throw new Error(renewed.reason);
    expect(saltsOf(await storedHashes())).not.toEqual(saltsOf(before));
    expect(await signInBy(guest, member.email, member.codes[1]!)).toMatchObject({ ok: false, reason: 'wrong-code' });
    expect(await signInBy(guest, member.email, renewed.value[0]!.replace('-', ''))).toMatchObject({ ok: true });
    member.codes = renewed.value;
  });

  test('codes encrypted by an earlier version sign in and become hashes', async () => {
    const { email, userId, person, secret, codes } = member;
    await storeAsBefore(userId, { raw: rawOf(secret), codes });
    expect((await getSecondFactor(person)).recoveryCodesLeft).toBe(10);
    expect(await signInBy(guest, email, codes[0]!)).toMatchObject({ ok: true });
    const left = await storedHashes();
    expect(left).toHaveLength(9);
    for (const each of left) expect(each).toMatch(HASH);
    expect(await signInBy(guest, email, codes[0]!)).toMatchObject({ ok: false, reason: 'wrong-code' });
    expect(await signInBy(guest, email, codes[1]!)).toMatchObject({ ok: true });
  });

  test('are only for people with an active second factor', async () => {
    const made = await signUp(guest, { name: 'Asha Rawat', email: 'without@example.in', password });
    if (!made.ok) throw new Error(made.reason);
    const person = { ...guest, actor: await findVisitor(guest, headersOf(made.value.cookies)) };
    await expect(renewRecoveryCodes(person, password)).rejects.toThrow('Not found');
  });
});

describe('once the secret was changed', () => {
  const sweep = (started: Shop) =>
    renewStoredSecondFactors({ ...started, actor: { kind: 'shop' } }, new AbortController().signal);

  test('values under the previous secret stay valid, and are re-encrypted hourly', async () => {
    const { email, userId, secret, codes } = member;
    const changed = startedWith(SECOND, FIRST);
    expect(await signInBy(changed, email, totp(secret))).toMatchObject({ ok: true });
    expect(await signInBy(changed, email, codes[2]!)).toMatchObject({ ok: true });
    expect(await requestSignInCode(guest, { email })).toMatchObject({ ok: true });
    expect(await readSignInCode({ ...changed, actor: { kind: 'shop' } }, userId)).toMatchObject({
      code: expect.stringMatching(/^\d{6}$/),
    });

    const stored = await storedOf(userId);
    await sweep(changed);
    const renewed = await storedOf(userId);
    expect(renewed.secret).not.toBe(stored.secret);
    expect(renewed.backupCodes).toBe(stored.backupCodes);
    await sweep(changed);
    expect(await storedOf(userId)).toEqual(renewed);
    const dropped = startedWith(SECOND);
    expect(await signInBy(dropped, email, totp(secret))).toMatchObject({ ok: true });
    expect(await signInBy(dropped, email, codes[3]!)).toMatchObject({ ok: true });
    expect(await signInBy(startedWith(THIRD, SECOND), email, totp(secret))).toMatchObject({ ok: true });
  });

  test('values stored before secrets had numbers are re-encrypted too', async () => {
    const { email, userId, secret, codes } = member;
    await storeAsBefore(userId, { raw: rawOf(secret), codes: codes.slice(4, 6) });
    const changed = startedWith(THIRD, SECOND, FIRST);
    await sweep(changed);
    const stored = await storedOf(userId);
    expect(JSON.parse(stored.backupCodes)).toHaveLength(2);
    expect(await signInBy(startedWith(THIRD), email, totp(secret))).toMatchObject({ ok: true });
    expect(await signInBy(startedWith(THIRD), email, codes[4]!)).toMatchObject({ ok: true });
  });

  test('without the previous secret only a recovery code signs in', async () => {
    const { email, secret, codes } = member;
    const unlisted = startedWith(FIRST);
    const refusal = await signInBy(unlisted, email, totp(secret));
    expect(refusal).toMatchObject({ ok: false, reason: 'second-factor-unreadable' });
    expect(accountRefusal(refusal as AccountRefusal)).toMatch(/recovery code.*bisvar admin reset-two-step/);
    expect(await signInBy(unlisted, email, codes[5]!)).toMatchObject({ ok: true });
  });

  test('skips values that no secret decrypts, and logs their number', async () => {
    const [other] = await shop.database.select().from(authUsers).where(ne(authUsers.id, member.userId)).limit(1);
    await shop.database.insert(authTwoFactors).values({ userId: other!.id, secret: '', backupCodes: '' });
    await storeAsBefore(other!.id, { raw: 'nobody knows', codes: [], key: 'a secret that nobody lists any more' });
    const lost = await storedOf(other!.id);
    await storeAsBefore(member.userId, { raw: rawOf(member.secret), codes: [] });
    const former = await storedOf(member.userId);
    const lines = readLog();
    await sweep(startedWith(SECOND, FIRST));
    expect(await storedOf(other!.id)).toEqual(lost);
    expect((await storedOf(member.userId)).secret).not.toBe(former.secret);
    expect(lines).toEqual([
      expect.objectContaining({ secondFactors: 1, msg: expect.stringContaining('SESSION_SECRET_PREVIOUS') }),
    ]);
  });
});
