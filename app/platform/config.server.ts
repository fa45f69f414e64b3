import { availableParallelism } from 'node:os';
import { join, resolve } from 'node:path';
import { z } from 'zod';
import { type Gateway, GATEWAY_SETTINGS } from '#app/basics/payment-methods.ts';

const text = z.string().trim().min(1);
const secret = z.string().min(32, 'must have at least 32 characters');

const environmentSchema = z.object({
  PORT: z.coerce.number().int().min(0).max(65_535).default(3000),
  HOST: text.optional(),
  SHOP_MODE: z.enum(['demo', 'live']).default('demo'),
  SHOP_URL: z.url({ protocol: /^https?$/ }).optional(),
  DATA_DIR: text.default('./data'),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  DATABASE_DIRECT_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  DATABASE_OWNER_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  PROCESSES: z
    .string()
    .regex(/^(auto|[1-9]|[1-9]\d|1[01]\d|12[0-8])$/, 'auto or a number from 1 to 128')
    .default('1'),
  SESSION_SECRET: secret.optional(),
  SESSION_SECRET_PREVIOUS: z
    .string()
    .transform((list) => [...new Set(list.split(',').map((each) => each.trim()))])
    .refine((list) => list.every((each) => secret.safeParse(each).success), 'each must have at least 32 characters')
    .default([]),
  ADMIN_EMAIL: z.email().optional(),
  ADMIN_PASSWORD: z.string().min(6).optional(),
  SMTP_URL: z.url({ protocol: /^smtps?$/ }).optional(),
  MAIL_FROM: text.optional(),
  S3_ENDPOINT: z.url({ protocol: /^https?$/ }).optional(),
  S3_REGION: text.optional(),
  S3_BUCKET: text.optional(),
  S3_ACCESS_KEY_ID: text.optional(),
  S3_SECRET_ACCESS_KEY: text.optional(),
  S3_PUBLIC_URL: z.url({ protocol: /^https?$/ }).optional(),
  BACKUP_DIR: text.optional(),
  BACKUP_KEY: z.string().trim().min(20, 'must have at least 20 characters').optional(),
  BACKUP_S3_ENDPOINT: z.url({ protocol: /^https?$/ }).optional(),
  BACKUP_S3_REGION: text.optional(),
  BACKUP_S3_BUCKET: text.optional(),
  BACKUP_S3_ACCESS_KEY_ID: text.optional(),
  BACKUP_S3_SECRET_ACCESS_KEY: text.optional(),
  MSG91_AUTH_KEY: text.optional(),
  MSG91_SENDER: z
    .string()
    .regex(/^[A-Za-z]{6}$/, 'the six letters of a DLT header')
    .optional(),
  MSG91_TEMPLATE_SHIPPED: text.optional(),
  MSG91_TEMPLATE_DELIVERED: text.optional(),
  MSG91_API_URL: z.url({ protocol: /^https?$/ }).optional(),
  WHATSAPP_PHONE_NUMBER_ID: z
    .string()
    .regex(/^\d{5,30}$/, 'digits only')
    .optional(),
  WHATSAPP_ACCESS_TOKEN: text.optional(),
  WHATSAPP_LANGUAGE: z.enum(['en', 'en_US', 'en_GB', 'hi']).default('en'),
  WHATSAPP_API_URL: z.url({ protocol: /^https?$/ }).optional(),
  VAPID_PUBLIC_KEY: z
    .string()
    .regex(/^B[\w-]{86}$/, '87 characters, base64url')
    .optional(),
  VAPID_PRIVATE_KEY: z
    .string()
    .regex(/^[\w-]{43}$/, '43 characters, base64url')
    .optional(),
  PUSH_SERVICE_URL: z.url({ protocol: /^https?$/ }).optional(),
  GOOGLE_CLIENT_ID: text.optional(),
  GOOGLE_CLIENT_SECRET: text.optional(),
  BREACHED_PASSWORDS_API_URL: z.url({ protocol: /^https?$/ }).optional(),
  TRUST_PROXY: z
    .enum(['on', 'off', 'true', 'false', '1', '0'])
    .default('off')
    .transform((value) => ['on', 'true', '1'].includes(value)),
  METRICS_TOKEN: z.string().min(16, 'must have at least 16 characters').optional(),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
});

const gatewaySchema = z.object(
  Object.fromEntries<z.ZodOptional<z.ZodType<string>>>(
    GATEWAY_SETTINGS.flatMap(({ keyId, keySecret, webhookSecret, own, apiUrl }) => [
      ...[keyId, keySecret, webhookSecret, own?.name].flatMap((name) =>
        name ? [[name, text.optional()] as const] : [],
      ),
      [apiUrl, z.url().optional()] as const,
    ]),
  ),
);

export const SETTING_NAMES: readonly string[] = [environmentSchema, gatewaySchema].flatMap(({ shape }) =>
  Object.keys(shape),
);

export type GatewayCredentials = {
  keyId: string;
  keySecret: string;
  webhookSecret: string;
  own?: string;
  apiUrl?: string;
};

export type Bucket = {
  endpoint: string;
  region: string;
  bucket: string;
  accessKeyId: string;
  secretAccessKey: string;
};

export type Config = {
  mode: 'demo' | 'live';
  port: number;
  host: string;
  shopUrl: string;
  dataDirectory: string;
  databaseUrl?: string;
  /** A connection without the pooler, for work that needs its own session. */
  databaseDirectUrl?: string;
  /** A connection as the owner of the tables. The role of `databaseUrl` then needs access only to rows. */
  databaseOwnerUrl?: string;
  processes: number;
  sessionSecret?: string;
  /** Former secrets, still used to verify and decrypt. */
  earlierSessionSecrets: readonly string[];
  firstAdmin?: { email: string; password: string };
  smtpUrl?: string;
  mailFrom: string;
  s3?: Bucket & {
    /** Public URL of the bucket. Without it, the shop serves its pictures itself. */
    publicUrl?: string;
  };
  backupDirectory?: string;
  backupKey?: string;
  backupS3?: Bucket;
  gateways: Partial<Record<Gateway, GatewayCredentials>>;
  /** `templates` are the ids of texts registered with DLT. */
  msg91?: {
    authKey: string;
    sender: string;
    templates: Readonly<Record<string, string>>;
    apiUrl?: string;
  };
  whatsapp?: { phoneNumberId: string; accessToken: string; language: string; apiUrl?: string };
  /** Without these keys, the shop creates keys and stores them in its database. */
  pushKeys?: { publicKey: string; privateKey: string };
  /** Used instead of the browsers' push services. */
  pushServiceUrl?: string;
  google?: { clientId: string; clientSecret: string };
  breachedPasswordsUrl?: string;
  trustProxy: boolean;
  /** Without this token, /metrics does not exist. */
  metricsToken?: string;
  logLevel: string;
};

export class BadConfig extends Error {
  override name = 'BadConfig';
}

export function readConfig(environment: Record<string, string | undefined>): Config {
  // An empty value counts as not set, as in an unfilled .env file.
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''));
  const parsed = environmentSchema.safeParse(given);
  const ofGateways = gatewaySchema.safeParse(given);
  const issues = [...(parsed.error?.issues ?? []), ...(ofGateways.error?.issues ?? [])];
  const problems = issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`);
  const live = given.SHOP_MODE === 'live';
  for (const name of live ? ['SESSION_SECRET', 'SHOP_URL'] : [])
    if (!given[name]) problems.push(`${name}: required when SHOP_MODE is live`);
  if (!parsed.success || !ofGateways.success) throw new BadConfig(problems.join('\n'));
  const values = parsed.data;
  const group = (names: readonly string[]) => {
    const missing = names.filter((name) => given[name] === undefined);
    if (missing.length > 0 && missing.length < names.length)
      problems.push(
        `${missing.join(', ')}: needed beside ${names.filter((name) => !missing.includes(name)).join(', ')}`,
      );
    return missing.length === 0;
  };
  const s3 = group(['S3_ENDPOINT', 'S3_REGION', 'S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY']);
  const backupS3 = group([
    'BACKUP_S3_ENDPOINT',
    'BACKUP_S3_REGION',
    'BACKUP_S3_BUCKET',
    'BACKUP_S3_ACCESS_KEY_ID',
    'BACKUP_S3_SECRET_ACCESS_KEY',
  ]);
  const earlierSecrets = values.SESSION_SECRET_PREVIOUS;
  if (earlierSecrets.length > 0 && !values.SESSION_SECRET)
    problems.push('SESSION_SECRET_PREVIOUS: needs SESSION_SECRET too');
  if (values.SESSION_SECRET && earlierSecrets.includes(values.SESSION_SECRET))
    problems.push('SESSION_SECRET_PREVIOUS: contains the current SESSION_SECRET; list only former ones');
  for (const name of ['DATABASE_DIRECT_URL', 'DATABASE_OWNER_URL'] as const)
    if (values[name] && !values.DATABASE_URL) problems.push(`${name}: needs DATABASE_URL too`);
  if (values.S3_PUBLIC_URL && !s3) problems.push('S3_PUBLIC_URL: needs the other S3_… settings too');
  const gateways: Config['gateways'] = {};
  for (const { gateway, keyId, keySecret, webhookSecret = keySecret, own, apiUrl } of GATEWAY_SETTINGS) {
    const value = (name: string) => ofGateways.data[name];
    if (group([...new Set([keyId, keySecret, webhookSecret])]))
      gateways[gateway] = {
        keyId: value(keyId)!,
        keySecret: value(keySecret)!,
        webhookSecret: value(webhookSecret)!,
        own: own && (value(own.name) ?? own.otherwise),
        apiUrl: value(apiUrl),
      };
  }
  const msg91 = group(['MSG91_AUTH_KEY', 'MSG91_SENDER', 'MSG91_TEMPLATE_SHIPPED', 'MSG91_TEMPLATE_DELIVERED']);
  const whatsapp = group(['WHATSAPP_PHONE_NUMBER_ID', 'WHATSAPP_ACCESS_TOKEN']);
  const pushKeys = group(['VAPID_PUBLIC_KEY', 'VAPID_PRIVATE_KEY']);
  const google = group(['GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET']);
  const firstAdmin = group(['ADMIN_EMAIL', 'ADMIN_PASSWORD']);
  if (problems.length > 0) throw new BadConfig(problems.join('\n'));

  const host = values.HOST ?? (live ? '0.0.0.0' : 'localhost');
  return {
    mode: values.SHOP_MODE,
    port: values.PORT,
    host,
    shopUrl: (values.SHOP_URL ?? `http://${host === '0.0.0.0' ? 'localhost' : host}:${values.PORT}`).replace(
      /\/+$/,
      '',
    ),
    dataDirectory: resolve(values.DATA_DIR),
    databaseUrl: values.DATABASE_URL,
    databaseDirectUrl: values.DATABASE_DIRECT_URL,
    databaseOwnerUrl: values.DATABASE_OWNER_URL,
    processes: !values.DATABASE_URL
      ? 1
      : values.PROCESSES === 'auto'
        ? Math.min(availableParallelism(), 128)
        : Number(values.PROCESSES),
    sessionSecret: values.SESSION_SECRET,
    earlierSessionSecrets: earlierSecrets,
    firstAdmin: firstAdmin
      ? { email: values.ADMIN_EMAIL!.toLowerCase(), password: values.ADMIN_PASSWORD! }
      : live
        ? undefined
        : { email: 'admin@bisvar.example', password: 'aipan-admin' },
    smtpUrl: values.SMTP_URL,
    // Mail servers treat senders without a real domain as spam.
    mailFrom:
      values.MAIL_FROM ??
      `Bisvar <shop@${live && values.SHOP_URL ? new URL(values.SHOP_URL).hostname : 'bisvar.example'}>`,
    s3: s3
      ? {
          endpoint: values.S3_ENDPOINT!,
          region: values.S3_REGION!,
          bucket: values.S3_BUCKET!,
          accessKeyId: values.S3_ACCESS_KEY_ID!,
          secretAccessKey: values.S3_SECRET_ACCESS_KEY!,
          publicUrl: values.S3_PUBLIC_URL?.replace(/\/+$/, ''),
        }
      : undefined,
    backupDirectory: values.BACKUP_DIR
      ? resolve(values.BACKUP_DIR)
      : live
        ? join(resolve(values.DATA_DIR), 'backups')
        : undefined,
    backupKey: values.BACKUP_KEY,
    backupS3: backupS3
      ? {
          endpoint: values.BACKUP_S3_ENDPOINT!,
          region: values.BACKUP_S3_REGION!,
          bucket: values.BACKUP_S3_BUCKET!,
          accessKeyId: values.BACKUP_S3_ACCESS_KEY_ID!,
          secretAccessKey: values.BACKUP_S3_SECRET_ACCESS_KEY!,
        }
      : undefined,
    gateways,
    msg91: msg91
      ? {
          authKey: values.MSG91_AUTH_KEY!,
          sender: values.MSG91_SENDER!,
          templates: { shipped: values.MSG91_TEMPLATE_SHIPPED!, delivered: values.MSG91_TEMPLATE_DELIVERED! },
          apiUrl: values.MSG91_API_URL?.replace(/\/+$/, ''),
        }
      : undefined,
    whatsapp: whatsapp
      ? {
          phoneNumberId: values.WHATSAPP_PHONE_NUMBER_ID!,
          accessToken: values.WHATSAPP_ACCESS_TOKEN!,
          language: values.WHATSAPP_LANGUAGE,
          apiUrl: values.WHATSAPP_API_URL?.replace(/\/+$/, ''),
        }
      : undefined,
    pushKeys: pushKeys ? { publicKey: values.VAPID_PUBLIC_KEY!, privateKey: values.VAPID_PRIVATE_KEY! } : undefined,
    pushServiceUrl: values.PUSH_SERVICE_URL?.replace(/\/+$/, ''),
    google: google ? { clientId: values.GOOGLE_CLIENT_ID!, clientSecret: values.GOOGLE_CLIENT_SECRET! } : undefined,
    breachedPasswordsUrl: values.BREACHED_PASSWORDS_API_URL?.replace(/\/+$/, ''),
    trustProxy: values.TRUST_PROXY,
    metricsToken: values.METRICS_TOKEN,
    logLevel: values.LOG_LEVEL,
  };
}
