import { betterAuth } from 'better-auth';
import { drizzleAdapter } from 'better-auth/adapters/drizzle';
import { log } from '#app/platform/log.server.ts';
import type { Shop } from '#app/platform/shop.server.ts';
import { authAccounts, authRateLimits, authSessions, authUsers, authVerifications } from './tables.server.ts';

export const SESSION_DAYS = 30;
const PASSWORD_RESET_MINUTES = 30;

/** The header in which the server tells Better Auth the visitor's true address; it drops the one a visitor sends. */
const VISITOR_ADDRESS_HEADER = 'x-visitor-address';

type Auth = ReturnType<typeof openAuth>;
const opened = new WeakMap<Shop['database'], Auth>();

/** Better Auth on the shop's tables. One stands per opened database, since setting it up costs more than asking it. */
export function authOf(shop: Shop): Auth {
  const auth = opened.get(shop.database) ?? openAuth(shop);
  opened.set(shop.database, auth);
  return auth;
}

/** The secret that signs session cookies; demo makes one at its first start (open-shop), live refuses to start without. */
export function sessionSecret(shop: Pick<Shop, 'config'>): string {
  if (!shop.config.sessionSecret) throw new Error('The shop was opened without a session secret');
  return shop.config.sessionSecret;
}

/** The headers Better Auth may read of this visitor. */
export function visitorHeaders(shop: Shop, userAgent = ''): Headers {
  return new Headers({ [VISITOR_ADDRESS_HEADER]: shop.visitorAddress, 'user-agent': userAgent });
}

function openAuth({ config, database }: Shop) {
  return betterAuth({
    appName: 'Bisvar',
    baseURL: config.shopUrl,
    basePath: '/api/auth',
    secret: sessionSecret({ config }),
    trustedOrigins: [new URL(config.shopUrl).origin],
    database: drizzleAdapter(database, {
      provider: 'pg',
      schema: {
        user: authUsers,
        session: authSessions,
        account: authAccounts,
        verification: authVerifications,
        rateLimit: authRateLimits,
      },
    }),
    emailAndPassword: {
      enabled: true,
      minPasswordLength: 6,
      maxPasswordLength: 128,
      resetPasswordTokenExpiresIn: PASSWORD_RESET_MINUTES * 60,
    },
    session: { expiresIn: SESSION_DAYS * 24 * 60 * 60, disableSessionRefresh: true, cookieCache: { enabled: false } },
    rateLimit: { enabled: true, storage: 'database', window: 60, max: 60 },
    advanced: {
      cookiePrefix: 'bisvar',
      useSecureCookies: config.shopUrl.startsWith('https://'),
      database: { generateId: 'uuid', validateSchema: false },
      ipAddress: { ipAddressHeaders: [VISITOR_ADDRESS_HEADER], ipv6Subnet: 64 },
    },
    telemetry: { enabled: false },
    logger: { log: (level, message) => (level === 'error' ? log.error({ from: 'better-auth' }, message) : undefined) },
  });
}
