import { generateKeyPairSync } from 'node:crypto';
import type { Shop } from '#app/platform/shop.server.ts';
import type { PushKeyPair } from './provider.ts';
import { pushKeys } from './tables.server.ts';

/** Creates the shop's keys for push services, once, unless the environment has them. */
export async function makePushKeys(shop: Shop): Promise<void> {
  if (shop.config.pushKeys || (await shop.database.$count(pushKeys))) return;
  const { x, y, d } = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ format: 'jwk' });
  const point = Buffer.concat([Buffer.from([4]), Buffer.from(x!, 'base64url'), Buffer.from(y!, 'base64url')]);
  await shop.database
    .insert(pushKeys)
    .values({ publicKey: point.toString('base64url'), privateKey: d!, createdAt: shop.now })
    .onConflictDoNothing();
}

/** Returns the keys from the environment, or else those of the shop. */
export async function getPushKeys(shop: Shop): Promise<PushKeyPair> {
  if (shop.config.pushKeys) return shop.config.pushKeys;
  const find = () =>
    shop.database.select({ publicKey: pushKeys.publicKey, privateKey: pushKeys.privateKey }).from(pushKeys);
  const [stored] = await find();
  if (stored) return stored;
  await makePushKeys(shop);
  return (await find())[0]!;
}
