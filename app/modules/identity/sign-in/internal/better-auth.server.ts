import { betterAuth } from 'better-auth';
import { drizzleAdapter } from 'better-auth/adapters/drizzle';
import { APIError } from 'better-auth/api';
import { applySetCookies } from 'better-auth/cookies';
import { emailOTP, twoFactor } from 'better-auth/plugins';
import { google, type GoogleOptions } from 'better-auth/social-providers';
import { authUsers } from '#app/modules/identity/accounts/tables.server.ts';
import { passwordOptions } from '#app/modules/identity/sign-in/password-hash.server.ts';
import {
  authAccounts,
  authRateLimits,
  authSessions,
  authTwoFactors,
  authVerifications,
} from '#app/modules/identity/sign-in/tables.server.ts';
import {
  cookieOptions,
  readSignedCookie,
  SESSION_SECONDS,
  signedCookies,
} from '#app/modules/identity/sign-in/sessions.server.ts';
import { secretOptions } from '#app/modules/identity/sign-in/better-auth-internals.server.ts';
import { log } from '#app/platform/log.server.ts';
import type { Shop } from '#app/platform/shop.server.ts';
import { hashRecoveryCodes, readStoredCodes } from './recovery-codes.server.ts';

export const SIGN_IN_CODE_MINUTES = 10;
const ATTEMPTS_A_CODE = 5;
export const SECOND_FACTOR_MINUTES = 10;

/**
 * Better Auth reads the visitor's address from this header. The server deletes it from incoming requests, so that
 * nobody can forge it.
 */
const VISITOR_ADDRESS_HEADER = 'x-visitor-address';

type Auth = ReturnType<typeof openAuth>;
const opened = new WeakMap<Shop['database'], Auth>();

/** Setting up Better Auth is slow, so each database has one instance. */
export function authOf(shop: Shop): Auth {
  const auth = opened.get(shop.database) ?? openAuth(shop);
  opened.set(shop.database, auth);
  return auth;
}

export function visitorHeaders(shop: Shop, browser = new Headers(), cookie = ''): Headers {
  const headers = new Headers({
    [VISITOR_ADDRESS_HEADER]: shop.visitorAddress,
    'user-agent': browser.get('user-agent') ?? '',
  });
  if (cookie) headers.set('cookie', cookie);
  return headers;
}

export async function sessionHeaders(shop: Shop, browser: Headers): Promise<Headers> {
  return visitorHeaders(shop, browser, readSignedCookie(shop, browser, 'session_token')?.pair);
}

export function cookiesToSend(lines: string[]): Headers {
  const headers = new Headers();
  applySetCookies(headers, lines);
  return headers;
}

export async function catchApiError<Answer>(call: Promise<Answer>): Promise<Answer | APIError> {
  try {
    return await call;
  } catch (error) {
    if (error instanceof APIError) return error;
    throw error;
  }
}

export function visitorRequest(shop: Shop, request: Request): Request {
  const headers = new Headers(request.headers);
  headers.set(VISITOR_ADDRESS_HEADER, shop.visitorAddress);
  headers.set('cookie', signedCookies(shop, request.headers));
  return new Request(request, { headers });
}

function openAuth({ config, database }: Shop) {
  return betterAuth({
    appName: 'Bisvar',
    baseURL: config.shopUrl,
    basePath: '/api/auth',
    ...secretOptions({ config }),
    trustedOrigins: [new URL(config.shopUrl).origin],
    database: drizzleAdapter(database, {
      provider: 'pg',
      schema: {
        user: authUsers,
        session: authSessions,
        account: authAccounts,
        verification: authVerifications,
        rateLimit: authRateLimits,
        twoFactor: authTwoFactors,
      },
    }),
    emailAndPassword: {
      enabled: true,
      minPasswordLength: 6,
      maxPasswordLength: 128,
      password: passwordOptions({ database }),
    },
    socialProviders: config.google ? { google: googleFor(config.google) } : {},
    account: {
      // Links accounts only when both Google and this shop have confirmed the address.
      accountLinking: { enabled: true, requireLocalEmailVerified: true, allowDifferentEmails: true },
      updateAccountOnSignIn: false,
    },
    plugins: [secondFactorAtEverySignIn({ config }), signInCodes()],
    session: { expiresIn: SESSION_SECONDS, disableSessionRefresh: true, cookieCache: { enabled: false } },
    rateLimit: { enabled: true, storage: 'database', window: 60, max: 60 },
    advanced: {
      ...cookieOptions({ config }),
      database: { generateId: 'uuid', validateSchema: false },
      ipAddress: { ipAddressHeaders: [VISITOR_ADDRESS_HEADER], ipv6Subnet: 64 },
    },
    telemetry: { enabled: false },
    logger: { log: (level, message) => (level === 'error' ? log.error({ from: 'better-auth' }, message) : undefined) },
  });
}

function googleFor({ clientId, clientSecret }: { clientId: string; clientSecret: string }): GoogleOptions {
  const options: GoogleOptions = {
    clientId,
    clientSecret,
    // Without a verified address, Google can neither create nor find an account.
    mapProfileToUser: (profile) => (profile.email_verified ? {} : { email: undefined }),
  };
  const { getUserInfo } = google(options);
  return {
    ...options,
    getUserInfo: async (tokens) => {
      const info = await getUserInfo(tokens);
      return info?.data.aud === clientId ? info : null;
    },
  };
}

/** Better Auth asks for a second factor only after a password. This plugin adds the other ways to sign in. */
function secondFactorAtEverySignIn(shop: Pick<Shop, 'config'>) {
  const plugin = twoFactor({
    issuer: 'Bisvar',
    twoFactorCookieMaxAge: SECOND_FACTOR_MINUTES * 60,
    backupCodeOptions: {
      // Hashed codes cannot be shown, so they are created when the second factor becomes active.
      customBackupCodesGenerate: () => [],
      storeBackupCodes: {
        encrypt: async (codes) => hashRecoveryCodes(JSON.parse(codes) as string[]),
        decrypt: async (stored) => JSON.stringify(await readStoredCodes(shop, stored)),
      },
    },
  });
  const signInPaths = new Set(['/sign-in/email', '/sign-in/email-otp', '/callback/:id']);
  const matcher = ({ path }: { path?: string }) => path !== undefined && signInPaths.has(path);
  return { ...plugin, hooks: { after: plugin.hooks.after.map((hook) => ({ ...hook, matcher })) } };
}

function signInCodes() {
  return emailOTP({
    otpLength: 6,
    expiresIn: SIGN_IN_CODE_MINUTES * 60,
    allowedAttempts: ATTEMPTS_A_CODE,
    storeOTP: 'encrypted',
    disableSignUp: true,
    sendVerificationOTP: () => Promise.reject(new Error('codes are mailed by the outbox')),
  });
}
