import { sql } from 'drizzle-orm';
import { done, refused, type Result } from '#app/basics/result.ts';
import type { Stale } from '#app/basics/stale-form.ts';
import { audit } from '#app/platform/audit/audit.server.ts';
import { readCached } from '#app/platform/read-cache.server.ts';
import { actorId, inTransaction, ownerOnly, type Shop } from '#app/platform/shop.server.ts';
import { settingsFrom, settingsSchema, storedKey, type SettingKey, type Settings } from './settings.ts';
import { settings } from './tables.server.ts';

const KEYS = Object.keys(settingsSchema.shape) as SettingKey[];
const BY_STORED_KEY = new Map(KEYS.map((key) => [storedKey(key), key]));

/** Returns the settings, with defaults. Throws when a stored value does not match its schema. */
export const getSettings = (shop: Shop): Promise<Settings> => readCached(shop, 'settings', () => readSettings(shop));

async function readSettings(shop: Shop): Promise<Settings> {
  const rows = await shop.database.select({ key: settings.key, value: settings.value }).from(settings);
  const stored = rows.flatMap((row) => {
    const key = BY_STORED_KEY.get(row.key);
    return key ? [[key, row.value] as const] : [];
  });
  return settingsFrom(shop.config.mode, Object.fromEntries(stored));
}

export type SettingVersions = Record<SettingKey, number>;

export async function getSettingsToChange(shop: Shop): Promise<{ settings: Settings; versions: SettingVersions }> {
  ownerOnly(shop);
  const [read, rows] = await Promise.all([
    readSettings(shop),
    shop.database.select({ key: settings.key, version: settings.version }).from(settings),
  ]);
  const stored = new Map(rows.map(({ key, version }) => [key, version]));
  const versions = Object.fromEntries(KEYS.map((key) => [key, stored.get(storedKey(key)) ?? 0])) as SettingVersions;
  return { settings: read, versions };
}

/** Saves all settings or none. Refuses when a setting has changed since `seen`. Throws ZodError. */
export async function changeSettings(
  shop: Shop,
  patch: Partial<Settings>,
  seen: Partial<SettingVersions> = {},
): Promise<Result<Settings, Stale>> {
  ownerOnly(shop);
  const changed = KEYS.filter((key) => patch[key] !== undefined);
  const values = changed.map((key) => [key, settingsSchema.shape[key].parse(patch[key])] as const);
  const changing = inTransaction(shop, async (shop) => {
    const before = await getSettings(shop);
    for (const [key, value] of values) {
      if (JSON.stringify(value) === JSON.stringify(before[key])) continue;
      const expected = seen[key];
      const isExpected = expected === undefined ? undefined : sql`${settings.version} = ${expected}`;
      const row = { key: storedKey(key), updatedBy: actorId(shop), updatedAt: shop.now };
      const [written] = await shop.database
        .insert(settings)
        .values({ ...row, value })
        .onConflictDoUpdate({
          target: settings.key,
          set: { ...row, value, version: sql`${settings.version} + 1` },
          setWhere: isExpected,
        })
        .returning({ version: settings.version });
      const isNext = expected === undefined || written?.version === expected + 1;
      if (!written || !isNext) throw new StaleVersion();
      await audit(shop, {
        action: 'settings.save',
        table: 'settings',
        id: row.key,
        before: { [key]: before[key] },
        after: { [key]: value },
      });
    }
    return done(await getSettings(shop));
  });
  const dropped = changing.finally(() => shop.readCache?.drop('settings'));
  return dropped.catch((error: unknown) => {
    if (error instanceof StaleVersion) return refused('stale');
    throw error;
  });
}

/** Saves without version checks, for background jobs and tests. */
export async function updateSettings(shop: Shop, patch: Partial<Settings>): Promise<Settings> {
  const changed = await changeSettings(shop, patch);
  if (!changed.ok) throw new Error('A change without versions was refused');
  return changed.value;
}

class StaleVersion extends Error {}
