import { and, asc, eq, isNull, sql } from 'drizzle-orm';
import type { Address } from '#app/basics/address.ts';
import { done, refused, type Refused, type Result } from '#app/basics/result.ts';
import { isStale, type Stale } from '#app/basics/stale-form.ts';
import { MAX_ADDRESSES, type SavedAddress } from '#app/modules/identity/accounts/account.ts';
import { ensureProfile, updateProfile } from '#app/modules/identity/accounts/accounts.server.ts';
import { userProfiles } from '#app/modules/identity/accounts/tables.server.ts';
import { digestSeen } from '#app/platform/digest-seen.server.ts';
import { inTransaction, type Shop, signedIn } from '#app/platform/shop.server.ts';
import { notFound } from '#app/platform/errors.server.ts';
import { customerAddresses } from './tables.server.ts';

const POSTAL = ['street', 'city', 'state', 'zipCode'] as const;

type NewAddress = Omit<Address, 'country'> & { label: string };

export async function listAddresses(shop: Shop): Promise<SavedAddress[]> {
  return findAddresses(shop, signedIn(shop).userId);
}

export async function getAddress(shop: Shop, id: string): Promise<SavedAddress> {
  const found = (await listAddresses(shop)).find((address) => address.id === id);
  if (!found) throw notFound();
  return found;
}

/** Adds an address, or restores one at its `place`, once per id. Refuses more than ten. */
export async function addAddress(
  shop: Shop,
  { label, place, ...address }: NewAddress & { place?: number },
): Promise<Result<SavedAddress, Refused<'too-many-addresses', undefined>>> {
  const { userId } = signedIn(shop);
  return inAddressBook(shop, userId, async (shop, addresses) => {
    const digest = digestAddress({ label: label || null, address: toIndia(address) });
    const there = addresses.find((saved) => digestAddress(saved) === digest);
    if (there) return done(there);
    if (addresses.length >= MAX_ADDRESSES) return refused('too-many-addresses');
    const [added] = await shop.database
      .insert(customerAddresses)
      .values({ userId, label: label || null, address: toIndia(address), position: -1, createdAt: shop.now })
      .returning(SAVED);
    await putInOrder(shop, userId, addresses.toSpliced(place ?? addresses.length, 0, added!));
    return done(added!);
  });
}

/** Saves an address, unless the account already has it or has ten addresses. */
export async function keepAddress(shop: Shop, { street, city, state, zipCode }: Address): Promise<void> {
  const wanted = { street, city, state, zipCode };
  const saved = await listAddresses(shop);
  const isSaved = saved.some(({ address }) => POSTAL.every((name) => address[name] === wanted[name]));
  if (!isSaved) await addAddress(shop, { label: '', ...wanted });
}

export const digestAddress = ({ label, address }: Omit<SavedAddress, 'id'>): string =>
  digestSeen([label, ...POSTAL.map((name) => address[name])]);

/** Refuses when the address differs from `seen`. Throws not-found. */
export async function saveAddress(
  shop: Shop,
  id: string,
  { label, seen, ...address }: NewAddress & { seen?: string | undefined },
): Promise<Result<undefined, Stale<{ seen: string }>>> {
  const { userId } = signedIn(shop);
  const wanted = { label: label || null, address: toIndia(address) };
  return inAddressBook(shop, userId, async (shop, addresses) => {
    const now = digestAddress(addresses[placeOf(addresses, id)]!);
    if (isStale(seen, now, digestAddress(wanted))) return refused('stale', { seen: now });
    await shop.database
      .update(customerAddresses)
      .set(wanted)
      .where(and(eq(customerAddresses.id, id), eq(customerAddresses.userId, userId)));
    return done();
  });
}

/** Returns the removed address with its `place`, for undo. */
export async function removeAddress(shop: Shop, id: string): Promise<(SavedAddress & { place: number }) | undefined> {
  const { userId } = signedIn(shop);
  return inAddressBook(shop, userId, async (shop, addresses) => {
    const place = addresses.findIndex((address) => address.id === id);
    if (place < 0) return undefined;
    await shop.database
      .delete(customerAddresses)
      .where(and(eq(customerAddresses.id, id), eq(customerAddresses.userId, userId)));
    await putInOrder(shop, userId, addresses.toSpliced(place, 1));
    return { ...addresses[place]!, place };
  });
}

export async function makeAddressFirst(shop: Shop, id: string): Promise<void> {
  const { userId } = signedIn(shop);
  await inAddressBook(shop, userId, async (shop, addresses) => {
    const [first] = addresses.splice(placeOf(addresses, id), 1);
    await putInOrder(shop, userId, [first!, ...addresses]);
  });
}

export async function writeFirstAddress(shop: Shop, userId: string, address: Omit<Address, 'country'> | undefined) {
  await inAddressBook(shop, userId, async (shop, [first, ...others]) => {
    if (first && address)
      await shop.database
        .update(customerAddresses)
        .set({ address: toIndia(address) })
        .where(and(eq(customerAddresses.id, first.id), eq(customerAddresses.userId, userId)));
    else if (address)
      await shop.database
        .insert(customerAddresses)
        .values({ userId, address: toIndia(address), position: 0, createdAt: shop.now });
    else if (first) {
      await shop.database
        .delete(customerAddresses)
        .where(and(eq(customerAddresses.id, first.id), eq(customerAddresses.userId, userId)));
      await putInOrder(shop, userId, others);
    }
  });
}

export async function forgetAddresses(shop: Shop, userId: string): Promise<void> {
  await shop.database.delete(customerAddresses).where(eq(customerAddresses.userId, userId));
}

/**
 * Runs every change of the address book. Locks the profile against concurrent changes, and copies the first saved
 * address into the profile.
 */
async function inAddressBook<Answer>(
  shop: Shop,
  userId: string,
  work: (shop: Shop, addresses: SavedAddress[]) => Promise<Answer>,
): Promise<Answer> {
  await ensureProfile(shop, userId);
  return inTransaction(shop, async (shop) => {
    const [profile] = await shop.database
      .select({ id: userProfiles.id })
      .from(userProfiles)
      .where(and(eq(userProfiles.id, userId), isNull(userProfiles.anonymisedAt)))
      .for('update');
    if (!profile) throw notFound();
    const answer = await work(shop, await findAddresses(shop, userId));
    const [first] = await findAddresses(shop, userId);
    await updateProfile(shop, userId, { address: first?.address ?? null });
    return answer;
  });
}

const SAVED = { id: customerAddresses.id, label: customerAddresses.label, address: customerAddresses.address };

const findAddresses = (shop: Shop, userId: string): Promise<SavedAddress[]> =>
  shop.database
    .select(SAVED)
    .from(customerAddresses)
    .where(eq(customerAddresses.userId, userId))
    .orderBy(asc(customerAddresses.position), asc(customerAddresses.createdAt), asc(customerAddresses.id));

async function putInOrder(shop: Shop, userId: string, addresses: SavedAddress[]): Promise<void> {
  const ids = addresses.map(({ id }) => id);
  await shop.database
    .update(customerAddresses)
    .set({ position: sql`array_position(${sql.param(ids)}::uuid[], ${customerAddresses.id}) - 1` })
    .where(eq(customerAddresses.userId, userId));
}

function placeOf(addresses: SavedAddress[], id: string): number {
  const at = addresses.findIndex((address) => address.id === id);
  if (at < 0) throw notFound();
  return at;
}

const toIndia = (address: Omit<Address, 'country'>): Address => ({ ...address, country: 'India' });
