import { asc, eq } from 'drizzle-orm';
import type { PersonalData } from '#app/platform/personal-data.ts';
import { adminOnly, type Shop, signedIn } from '#app/platform/shop.server.ts';
import { pushDevices } from './tables.server.ts';

/** Anyone with keys and address could send notices, so both are omitted. */
const readPushDevices = (shop: Shop) =>
  shop.database
    .select({
      name: pushDevices.name,
      notifications: pushDevices.kinds,
      quietFrom: pushDevices.quietFrom,
      quietUntil: pushDevices.quietUntil,
      showsDetails: pushDevices.showsDetails,
      turnedOnAt: pushDevices.turnedOnAt,
    })
    .from(pushDevices)
    .where(eq(pushDevices.userId, signedIn(shop).userId))
    .orderBy(asc(pushDevices.turnedOnAt));

export const pushData: PersonalData = {
  read: { notificationDevices: readPushDevices },
  async erase(shop, { userId }) {
    adminOnly(shop);
    await shop.database.delete(pushDevices).where(eq(pushDevices.userId, userId));
  },
};
