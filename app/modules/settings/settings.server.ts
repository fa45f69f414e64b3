import { sql } from 'drizzle-orm';
import { actorId, ownerOnly, type Shop } from '#app/platform/shop.server.ts';
import { settingsShape, storedKey, type SettingKey, type Settings } from './settings.ts';
import { settings } from './tables.server.ts';

const KEYS = Object.keys(settingsShape.shape) as SettingKey[];
const BY_STORED_KEY = new Map(KEYS.map((key) => [storedKey(key), key]));

/**
 * The shop's settings, read in one query, the specifications' values standing in for what was never changed (decision
 * 35). Throws when a stored value no longer fits its shape: that is a missing migration.
 */
export async function getSettings(shop: Shop): Promise<Settings> {
  const rows = await shop.database.select({ key: settings.key, value: settings.value }).from(settings);
  const stored = rows.flatMap((row) => {
    const key = BY_STORED_KEY.get(row.key);
    return key ? [[key, row.value] as const] : [];
  });
  return settingsShape.parse(Object.fromEntries(stored));
}

/** Changes the settings that are given, each key whole, and answers all of them; the owner and the shop itself only. */
export async function updateSettings(shop: Shop, patch: Partial<Settings>): Promise<Settings> {
  ownerOnly(shop);
  const changed = KEYS.filter((key) => patch[key] !== undefined);
  if (changed.length > 0) {
    const rows = changed.map((key) => ({
      key: storedKey(key),
      value: settingsShape.shape[key].parse(patch[key]),
      updatedBy: actorId(shop),
      updatedAt: shop.now,
    }));
    await shop.database
      .insert(settings)
      .values(rows)
      .onConflictDoUpdate({
        target: settings.key,
        set: { value: sql`excluded.value`, updatedBy: sql`excluded.updated_by`, updatedAt: sql`excluded.updated_at` },
      });
  }
  return getSettings(shop);
}
