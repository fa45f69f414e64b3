import { desc, eq } from 'drizzle-orm';
import type { PersonalData } from '#app/platform/personal-data.ts';
import { type Shop, signedIn } from '#app/platform/shop.server.ts';
import { authSessions } from './tables.server.ts';

const readSessions = (shop: Shop) =>
  shop.database
    .select({
      createdAt: authSessions.createdAt,
      expiresAt: authSessions.expiresAt,
      address: authSessions.ipAddress,
      browser: authSessions.userAgent,
    })
    .from(authSessions)
    .where(eq(authSessions.userId, signedIn(shop).userId))
    .orderBy(desc(authSessions.createdAt));

export const sessionData: PersonalData = { read: { sessions: readSessions } };
