import { sql } from 'drizzle-orm';
import { isUuid } from '#app/basics/uuid.ts';
import { uuidFrom } from '#app/basics/uuid-from.server.ts';
import { firstName } from '#app/modules/identity/accounts/account.ts';
import {
  findAccountsByEmail,
  type ImportedPerson,
  importPeople,
} from '#app/modules/identity/accounts/import-people.server.ts';
import { authUsers } from '#app/modules/identity/accounts/tables.server.ts';
import { findWithoutCredential, importPasswords } from '#app/modules/identity/sign-in/credentials.server.ts';
import { isUsableHash } from '#app/modules/identity/sign-in/password-hash.server.ts';
import { type MoveReport, TableCounter, type Total } from '#app/modules/operations/data-import/report.ts';
import { personEmailSchema, profileSchema, readRow, userSchema } from '#app/modules/operations/data-import/rows.ts';
import type { Source, SourceRow } from '#app/modules/operations/data-import/source.ts';
import { inviteImported } from '#app/modules/identity/users/invitations.server.ts';
import type { ImportOutcome } from '#app/platform/database/import-rows.server.ts';
import type { Shop } from '#app/platform/shop.server.ts';
import { noteTable, rememberTable } from './memory.server.ts';

/** `absent`: in no file, or deleted in the former backend. `refused`: could not be imported. */
export type Owner = { userId: string } | 'absent' | 'refused';
export type People = { ownerOf: (id: string | null) => Owner; nameOf: (userId: string) => Named | undefined };
type Named = { name: string; email: string };

type Found = { id: string; user?: SourceRow; profile?: SourceRow };
type Read = { person: ImportedPerson; hash: string | null; wasAdmin: boolean };

const personIdOf = (id: string): string => (isUuid(id) ? id.toLowerCase() : uuidFrom(`person\n${id}`));

export async function movePeople(
  shop: Shop,
  source: Source,
  report: MoveReport,
  { invite }: { invite: boolean },
): Promise<People> {
  const counters = { user: new TableCounter('users'), profile: new TableCounter('user_profiles') };
  const outcomes = new Map<string, ImportOutcome>();
  const owners = new Map<string, Owner>();
  const found = findPeople(source, counters);
  const read = new Map<string, Read>();
  const emails = new Map<string, Found>();
  const wasDeleted = new Set<string>();
  for (const each of found.values()) {
    const one = readPerson(each, shop.now);
    if ('reason' in one) {
      outcomes.set(each.id, { outcome: 'refused', reason: one.reason });
      if (one.isGone) wasDeleted.add(each.id);
      continue;
    }
    const twin = emails.get(one.person.email);
    if (twin) {
      const { line } = (twin.user ?? twin.profile)!;
      outcomes.set(each.id, { outcome: 'refused', reason: `Line ${line} has the same email address` });
      continue;
    }
    emails.set(one.person.email, each);
    read.set(each.id, one);
  }
  const existingAccounts = await findAccountsByEmail(shop, [...emails.keys()]);
  const joined = new Map<string, string>();
  for (const [id, { person }] of read) {
    const account = existingAccounts.get(person.email);
    if (!account || account.id === id) continue;
    if (account.emailVerified) joined.set(id, account.id);
    else {
      const reason = 'An account here has the same email address but hasn’t confirmed it';
      outcomes.set(id, { outcome: 'refused', reason });
    }
  }
  const mine = [...read.values()].filter(({ person: { id } }) => !outcomes.has(id) && !joined.has(id));
  const hashes = new Map(mine.map(({ person, hash }) => [person.id, hash]));
  const imported = await importPeople(
    shop,
    mine.map(({ person }) => person),
    await rememberTable(shop, 'users'),
    (shop, people) =>
      importPasswords(
        shop,
        people.flatMap(({ id: userId, createdAt }) => {
          const hash = hashes.get(userId);
          return hash && isUsableHash(hash) ? [{ userId, hash, createdAt }] : [];
        }),
      ),
  );
  await noteTable(shop, 'users', imported);
  for (const [id, outcome] of imported) outcomes.set(id, outcome);
  for (const id of joined.keys()) outcomes.set(id, { outcome: 'kept' });
  for (const each of found.values()) {
    const outcome = outcomes.get(each.id)!;
    const isRefused = outcome.outcome === 'refused';
    owners.set(
      each.id,
      wasDeleted.has(each.id) ? 'absent' : isRefused ? 'refused' : { userId: joined.get(each.id) ?? each.id },
    );
    const reason = isRefused ? outcome.reason : joined.has(each.id) ? 'An account here has the same email address' : '';
    for (const kind of ['user', 'profile'] as const) {
      const row = each[kind];
      if (row) counters[kind].note({ line: row.line, id: idIn(row) }, outcome.outcome, reason);
    }
  }
  report.tables.push(counters.user.report, counters.profile.report);
  report.totals.push(await totalOf(shop, [...outcomes], joined));
  const ids = [...imported].flatMap(([id, { outcome }]) => (outcome === 'refused' ? [] : [id]));
  const isActive = ({ id }: { id: string }) => read.get(id)?.person.deactivatedAt === null;
  report.withoutPassword = (await findWithoutCredential(shop, ids))
    .filter(isActive)
    .map(({ email, name }) => ({ email, name }));
  if (invite) report.invited = await inviteImported(shop, report.withoutPassword);
  report.formerAdmins = mine.flatMap(({ person, wasAdmin }) => (wasAdmin ? [person.email] : []));
  return {
    ownerOf: (id) => (id === null ? 'absent' : (owners.get(personIdOf(id)) ?? 'absent')),
    nameOf: (userId) => read.get(userId)?.person,
  };
}

const idIn = ({ cells }: SourceRow): string => cells.id ?? 'without an id';

function findPeople(source: Source, counters: Record<'user' | 'profile', TableCounter>): Map<string, Found> {
  const found = new Map<string, Found>();
  for (const [kind, table] of [
    ['user', 'users'],
    ['profile', 'user_profiles'],
  ] as const)
    for (const row of source.tables.get(table) ?? []) {
      const { line } = row;
      const id = row.cells.id && personIdOf(row.cells.id);
      const other = id ? found.get(id) : undefined;
      if (!id) counters[kind].note({ line, id: idIn(row) }, 'refused', row.problem ?? 'id is missing');
      else if (other?.[kind])
        counters[kind].note({ line, id: idIn(row) }, 'refused', `Line ${other[kind].line} has the same id`);
      else found.set(id, { ...other, id, [kind]: row });
    }
  return found;
}

function readPerson({ id, ...rows }: Found, now: Date): Read | { reason: string; isGone?: boolean } {
  const user = rows.user && readRow(userSchema, rows.user);
  const profile = rows.profile && readRow(profileSchema, rows.profile);
  if (user && !user.ok) return { reason: user.data };
  if (profile && !profile.ok) return { reason: `user_profiles line ${rows.profile!.line}: ${profile.data}` };
  const account = user?.value;
  const known = profile?.value;
  if (account?.deleted_at) return { reason: 'It was deleted there', isGone: true };
  const email = personEmailSchema.safeParse(account?.email ?? known?.email ?? '');
  if (!email.success)
    return {
      reason: ['email', account?.email ?? known?.email, email.error.issues[0]!.message].filter(Boolean).join(': '),
    };
  const createdAt = account?.created_at ?? known?.created_at ?? now;
  const isBanned = account?.banned_until !== undefined && account.banned_until !== null && account.banned_until > now;
  const name = firstName({ name: known?.name ?? account?.raw_user_meta_data.name ?? '', email: email.data });
  return {
    hash: account?.encrypted_password ?? null,
    wasAdmin: known?.is_admin ?? false,
    person: {
      id,
      name,
      email: email.data,
      emailVerified: Boolean(account?.email_confirmed_at ?? account?.confirmed_at),
      phone: known?.phone ?? null,
      address: known?.address ?? null,
      deactivatedAt: isBanned ? (account.updated_at ?? createdAt) : null,
      createdAt,
      updatedAt: known?.updated_at ?? account?.updated_at ?? createdAt,
    },
  };
}

async function totalOf(
  shop: Shop,
  outcomes: readonly [string, ImportOutcome][],
  joined: ReadonlyMap<string, string>,
): Promise<Total> {
  const taken = outcomes.flatMap(([id, { outcome }]) => (outcome === 'refused' ? [] : [joined.get(id) ?? id]));
  const written = await shop.database.$count(authUsers, sql`${authUsers.id} = any(${sql.param(taken)}::uuid[])`);
  return { of: 'people', count: { read: outcomes.length, refused: outcomes.length - taken.length, written } };
}
