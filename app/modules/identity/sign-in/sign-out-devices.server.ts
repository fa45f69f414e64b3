import type { z } from 'zod';
import { done, refused, type Refused, type Result } from '#app/basics/result.ts';
import { hasPassword, isOwnPassword, type WrongPassword } from './credentials.server.ts';
import { endAllDevices, endDevice } from './devices.server.ts';
import type { TooManyAttempts } from './attempts.server.ts';
import type { Shop } from '#app/platform/shop.server.ts';
import type { signOutDevicesSchema } from './forms.ts';

/**
 * Signs the signed-in person out at one device, or everywhere, here too, for the right password; who has none isn't asked. Wrong
 * ones are limited. A device that isn't theirs, or no longer, is left alone.
 */
export async function signOutDevices(
  shop: Shop,
  { device, currentPassword }: z.infer<typeof signOutDevicesSchema>,
): Promise<Result<undefined, Refused<'password-needed'> | WrongPassword | TooManyAttempts>> {
  if (await hasPassword(shop)) {
    if (!currentPassword) return refused('password-needed');
    const right = await isOwnPassword(shop, currentPassword);
    if (!right.ok) return right;
  }
  await (device === 'all' ? endAllDevices(shop) : endDevice(shop, device));
  return done();
}
