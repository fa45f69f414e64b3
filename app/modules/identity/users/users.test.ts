import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { signedIn } from '#app/platform/shop.server.ts';
import { auditLog } from '#app/platform/audit/tables.server.ts';
import { NotFound } from '#app/platform/errors.server.ts';
import { openTestShop, type TestShop } from '#tests/support/test-shop.ts';
import {
  acceptInvitation,
  findInvitation,
  invite,
  makeInvitationLink,
  listOpenInvitations,
  withdrawInvitation,
} from './invitations.server.ts';
import { deleteUser, digestUser, getUser, listUsers, saveUser, setUserActive } from './users.server.ts';
import { findVisitor } from '#app/modules/identity/sign-in/sessions.server.ts';
import { signIn, signUp } from '#app/modules/identity/sign-in/sign-in.server.ts';
import { grantAdmin, makeFirstAdmin } from './admins.server.ts';
import { userProfiles } from '#app/modules/identity/accounts/tables.server.ts';

let shop: TestShop;
beforeAll(async () => void (shop = await openTestShop()));
beforeEach(() => shop.empty());
afterAll(() => shop.close());

const meera = { name: 'Meera Joshi', email: 'meera@example.in', password: 'bindu-and-lotus' };
async function signedUp() {
  const made = await signUp(shop.as.guest(), meera);
  if (!made.ok) throw new Error(made.reason);
  const cookie = made.value.cookies[0]!.split(';')[0]!;
  return { id: made.value.userId, visit: () => findVisitor(shop.as.guest(), new Headers({ cookie })) };
}
const idOf = (n: number) => signedIn(shop.as.customer(n)).userId;
const owner = () => signedIn(shop.as.admin()).userId;
const asHelper = { name: 'Asha', phone: '', isAdmin: true, role: 'helper' } as const;

describe('the list', () => {
  test('searches name, email and phone, filters, and lists everybody once', async () => {
    await saveUser(shop.as.admin(), idOf(7), { ...asHelper, phone: '9876543210' });
    const found = async (search: string) => (await listUsers(shop.as.admin(), { search })).users.map(({ id }) => id);
    expect(await found('98765')).toEqual([idOf(7)]);
    expect(await found('customer12@')).toEqual([idOf(12)]);
    expect(await found('100%')).toEqual([]);
    const { counts } = await listUsers(shop.as.admin(), { kind: 'admins' });
    expect(counts).toEqual({ all: 61, admins: 2, customers: 59, deactivated: 0 });
    for (const sort of ['name', '-name', 'joined', '-joined'] as const) {
      const seen: string[] = [];
      let cursor: string | undefined;
      do {
        const page = await listUsers(shop.as.admin(), { sort, cursor });
        seen.push(...page.users.map(({ id }) => id));
        cursor = page.next;
      } while (cursor);
      expect([sort, new Set(seen).size, seen.length]).toEqual([sort, 61, 61]);
    }
  });

  test('is for owners only', async () => {
    for (const context of [shop.as.guest(), shop.as.customer(), shop.as.helper()])
      await expect(listUsers(context)).rejects.toThrow(NotFound);
  });
});

describe('a role', () => {
  test('ends every session when the email or role changes, and logs it', async () => {
    const { id, visit } = await signedUp();
    await saveUser(shop.as.admin(), id, { name: 'Meera J', phone: '', isAdmin: false, role: 'helper' });
    expect(await visit()).toMatchObject({ kind: 'customer', name: 'Meera J' });
    await saveUser(shop.as.admin(), id, { name: 'Meera J', phone: '', isAdmin: true, role: 'helper' });
    expect(await visit()).toEqual({ kind: 'guest' });
    expect(await shop.database.select().from(auditLog).orderBy(auditLog.createdAt)).toMatchObject([
      { action: 'user.save', before: {}, after: { name: 'changed' } },
      { action: 'user.save', before: { role: 'customer' }, after: { role: 'helper' } },
    ]);
  });

  test('refuses a stale form', async () => {
    const user = await getUser(shop.as.admin(), idOf(3));
    const { name, isAdmin, role } = user;
    const seen = digestUser(user);
    await saveUser(shop.as.admin(), user.id, { ...asHelper, phone: '9876543210', seen });
    const late = { name, phone: '9123456780', isAdmin, role };
    const refusal = { reason: 'stale', data: { phone: '9876543210', isAdmin: true, role: 'helper' } };
    expect(await saveUser(shop.as.admin(), user.id, { ...late, seen })).toMatchObject(refusal);
    expect(await getUser(shop.as.admin(), user.id)).toMatchObject(refusal.data);
    expect(await saveUser(shop.as.admin(), user.id, { ...asHelper, phone: '9876543210', seen })).toMatchObject({
      ok: true,
    });
    const seenNow = digestUser(await getUser(shop.as.admin(), user.id));
    expect(await saveUser(shop.as.admin(), user.id, { ...late, seen: seenNow })).toMatchObject({ ok: true });
    expect(await getUser(shop.as.admin(), user.id)).toMatchObject({ phone: '9123456780', isAdmin: false });
  });

  test('the last owner cannot be demoted, deactivated or deleted', async () => {
    await saveUser(shop.as.admin(), idOf(1), asHelper);
    const refusal = { ok: false, reason: 'last-owner' };
    expect(await saveUser(shop.as.admin(), owner(), asHelper)).toMatchObject(refusal);
    expect(await saveUser(shop.as.admin(), owner(), { ...asHelper, isAdmin: false })).toMatchObject(refusal);
    expect(await setUserActive(shop.as.admin(), owner(), false)).toMatchObject(refusal);
    expect(await deleteUser(shop.as.admin(), owner())).toMatchObject(refusal);
    await saveUser(shop.as.admin(), idOf(1), { ...asHelper, role: 'owner' });
    const leaving = (at: Date | null) =>
      shop.database
        .update(userProfiles)
        .set({ deletionDueAt: at })
        .where(eq(userProfiles.id, idOf(1)));
    await leaving(shop.clock.now);
    expect(await saveUser(shop.as.admin(), owner(), asHelper)).toMatchObject(refusal);
    await leaving(null);
    expect(await saveUser(shop.as.admin(), owner(), asHelper)).toMatchObject({ ok: true });
  });

  test('cannot be given by helpers or customers', async () => {
    for (const context of [shop.as.guest(), shop.as.customer(), shop.as.helper()]) {
      await expect(saveUser(context, idOf(1), asHelper)).rejects.toThrow(NotFound);
      await expect(setUserActive(context, idOf(1), false)).rejects.toThrow(NotFound);
      await expect(deleteUser(context, idOf(1))).rejects.toThrow(NotFound);
    }
  });
});

describe('an account', () => {
  test('that is deactivated cannot sign in until it is active again', async () => {
    const { id, visit } = await signedUp();
    await setUserActive(shop.as.admin(), id, false);
    expect(await visit()).toEqual({ kind: 'guest' });
    expect(await signIn(shop.as.guest(), meera)).toMatchObject({ ok: false });
    await setUserActive(shop.as.admin(), id, true);
    expect(await signIn(shop.as.guest(), meera)).toMatchObject({ ok: true });
  });

  test('deletion removes all personal data and frees the address', async () => {
    const { id, visit } = await signedUp();
    const more = { isAdmin: false, role: 'helper' } as const;
    await saveUser(shop.as.admin(), id, { ...more, name: 'Meera J', phone: '9811122233' });
    await saveUser(shop.as.admin(), id, { ...more, name: meera.name, phone: '9811122233' });
    expect(await deleteUser(shop.as.admin(), id)).toMatchObject({ ok: true });
    expect(await visit()).toEqual({ kind: 'guest' });
    const everything = JSON.stringify([
      (await shop.database.execute(sql`select * from auth_users where id = ${id}`)).rows,
      (await shop.database.execute(sql`select * from auth_accounts where user_id = ${id}`)).rows,
      await shop.database.select().from(userProfiles).where(eq(userProfiles.id, id)),
      await shop.database.select().from(auditLog),
    ]);
    expect(everything).not.toMatch(/meera|9811122233/i);
    expect((await listUsers(shop.as.admin())).counts.all).toBe(61);
    await expect(deleteUser(shop.as.admin(), id)).rejects.toThrow(NotFound);
    expect(await signUp(shop.as.guest(), meera)).toMatchObject({ ok: true });
  });
});

describe('an invitation', () => {
  const invited = async (more: { role?: 'helper' } = {}) => {
    const made = await invite(shop.as.admin(), { email: meera.email, ...more });
    if (!made.ok) throw new Error(made.reason);
    const mailed = await makeInvitationLink(shop.as.shop(), made.value.id);
    return { id: made.value.id, token: new URL(mailed!.link).searchParams.get('token')! };
  };
  const accept = (token: string) =>
    acceptInvitation(shop.as.guest(), { token, name: meera.name, password: meera.password });

  test('creates one verified account with its role, for one of two acceptances', async () => {
    const { token } = await invited({ role: 'helper' });
    const answers = await Promise.all([accept(token), accept(token)]);
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
    const session = await signIn(shop.as.guest(), meera);
    if (!session.ok) throw new Error(session.reason);
    const cookie = session.value.cookies[0]!.split(';')[0]!;
    expect(await findVisitor(shop.as.guest(), new Headers({ cookie }))).toMatchObject({
      kind: 'admin',
      role: 'helper',
      emailVerified: true,
    });
    expect(await listOpenInvitations(shop.as.admin())).toEqual([]);
  });

  test('expires after seven days, when withdrawn, or when invited again', async () => {
    const first = await invited();
    const second = await invited();
    expect(await accept(first.token)).toMatchObject({ reason: 'link-not-good' });
    for (const _ of ['once', 'in another tab']) await withdrawInvitation(shop.as.admin(), second.id);
    expect(await accept(second.token)).toMatchObject({ reason: 'link-not-good' });
    const third = await invited();
    expect(await findInvitation(shop.as.guest(), third.token)).toMatchObject({ email: meera.email });
    shop.clock.now = new Date(shop.clock.now.getTime() + 7 * 24 * 60 * 60_000);
    expect(await accept(third.token)).toMatchObject({ reason: 'link-not-good' });
  });

  test('grants nothing to an earlier registration, and skips existing accounts', async () => {
    const { token } = await invited({ role: 'helper' });
    const { id } = await signedUp();
    expect(await accept(token)).toMatchObject({ ok: false, reason: 'has-account' });
    const [profile] = await shop.database.select().from(userProfiles).where(eq(userProfiles.id, id));
    expect(profile).toMatchObject({ isAdmin: false });
    expect(await invite(shop.as.admin(), { email: meera.email })).toMatchObject({ reason: 'has-account' });
  });

  test('can be sent by a helper, without a role', async () => {
    expect(await invite(shop.as.helper(), { email: meera.email })).toMatchObject({ ok: true });
    await expect(invite(shop.as.helper(), { email: meera.email, role: 'helper' })).rejects.toThrow(NotFound);
    // A role given by an owner stays until the invitation expires.
    await invite(shop.as.admin(), { email: meera.email, role: 'helper' });
    expect(await invite(shop.as.helper(), { email: meera.email })).toMatchObject({ value: { role: 'helper' } });
    shop.later(8 * 24 * 60);
    expect(await invite(shop.as.helper(), { email: meera.email })).toMatchObject({ value: { role: null } });
    await expect(invite(shop.as.customer(), { email: meera.email })).rejects.toThrow(NotFound);
  });

  test('is deleted with the account that it created', async () => {
    await withdrawInvitation(shop.as.admin(), (await invited()).id);
    const { token } = await invited({ role: 'helper' });
    expect(await accept(token)).toMatchObject({ ok: true });
    const [profile] = await shop.database.select().from(userProfiles).where(eq(userProfiles.email, meera.email));
    await deleteUser(shop.as.admin(), profile!.id);
    const { rows } = await shop.database.execute(sql`select * from invitations`);
    const noted = await shop.database.select().from(auditLog);
    expect(noted.map(({ action }) => action)).toContain('user.withdraw-invitation');
    expect(JSON.stringify([rows, noted])).not.toContain(meera.email);
  });

  test('stores no token, only its hash', async () => {
    const { token } = await invited();
    const { rows } = await shop.database.execute(sql`select * from invitations`);
    expect(JSON.stringify(rows)).not.toContain(token);
  });
});

describe('the first admin', () => {
  test('is created from the settings only when there is none', async () => {
    await shop.database.execute(
      sql`update user_profiles set is_admin = false, email = 'former@bisvar.example'`.append(sql` where is_admin`),
    );
    await shop.database.execute(
      sql`update auth_users set email = 'former@bisvar.example' where email = 'admin@bisvar.example'`,
    );
    expect(await makeFirstAdmin(shop.as.shop())).toBe(true);
    expect(await makeFirstAdmin(shop.as.shop())).toBe(false);
    const answer = await signIn(shop.as.guest(), { email: 'admin@bisvar.example', password: 'aipan-admin' });
    if (!answer.ok) throw new Error(answer.reason);
    const cookie = answer.value.cookies[0]!.split(';')[0]!;
    expect((await findVisitor(shop.as.guest(), new Headers({ cookie }))).kind).toBe('admin');
  });

  test('is granted by the shop itself, to a registered person', async () => {
    await expect(grantAdmin(shop.as.customer(1), 'customer1@bisvar.example')).rejects.toBeInstanceOf(NotFound);
    await expect(grantAdmin(shop.as.shop(), 'nobody@example.in')).rejects.toBeInstanceOf(NotFound);
  });

  test('grants a role to a deactivated account by activating it', async () => {
    const { id } = await signedUp();
    await setUserActive(shop.as.admin(), id, false);
    await grantAdmin(shop.as.shop(), meera.email);
    expect(await signIn(shop.as.guest(), meera)).toMatchObject({ ok: true });
    const { users } = await listUsers(shop.as.admin(), { kind: 'admins', search: meera.email });
    expect(users).toMatchObject([{ id, isActive: true, role: 'owner' }]);
  });
});
