import pg from 'pg';
import { GATEWAY_SETTINGS } from '#app/basics/payment-methods.ts';
import type { Config } from './config.server.ts';

export type PlainConnection = { setting: string; write: string };

export function listPlainConnections(config: Config): PlainConnection[] {
  const {
    databaseUrl,
    databaseDirectUrl,
    databaseOwnerUrl,
    smtpUrl,
    s3,
    backupS3,
    msg91,
    whatsapp,
    breachedPasswordsUrl,
    pushServiceUrl,
    gateways,
  } = config;
  const asked: [setting: string, address: string | undefined, isPlain: (address: string) => boolean, write: string][] =
    [
      ['DATABASE_URL', databaseUrl, isPlainDatabase, 'sslmode=verify-full behind a question mark'],
      ['DATABASE_DIRECT_URL', databaseDirectUrl, isPlainDatabase, 'sslmode=verify-full behind a question mark'],
      ['DATABASE_OWNER_URL', databaseOwnerUrl, isPlainDatabase, 'sslmode=verify-full behind a question mark'],
      ['SMTP_URL', smtpUrl, isPlainMail, 'smtps://, or requireTLS=true behind a question mark'],
      ...(
        [
          ['S3_ENDPOINT', s3?.endpoint],
          ['BACKUP_S3_ENDPOINT', backupS3?.endpoint],
          ['MSG91_API_URL', msg91?.apiUrl],
          ['WHATSAPP_API_URL', whatsapp?.apiUrl],
          ['PUSH_SERVICE_URL', pushServiceUrl],
          ['BREACHED_PASSWORDS_API_URL', breachedPasswordsUrl],
          ...GATEWAY_SETTINGS.map(({ gateway, apiUrl }) => [apiUrl, gateways[gateway]?.apiUrl] as const),
        ] as const
      ).map(([setting, address]): (typeof asked)[number] => [setting, address, isPlainHttp, 'https://']),
    ];
  return asked.flatMap(([setting, address, isPlain, write]) =>
    address !== undefined && isPlain(address) ? [{ setting, write }] : [],
  );
}

const isElsewhere = (host: string): boolean =>
  !host.startsWith('/') && !/^(localhost|127(\.\d+){3}|\[?::1\]?)$/i.test(host);

/** Without `sslmode`, the driver does not use TLS. With `sslmode`, it never falls back to a plain connection. */
function isPlainDatabase(address: string): boolean {
  const { host, ssl } = new pg.Client({ connectionString: address });
  return !ssl && isElsewhere(host);
}

/** With smtp://, the mail server decides whether to use TLS, unless the address requires it. */
function isPlainMail(address: string): boolean {
  const { protocol, hostname, searchParams } = new URL(address);
  return protocol === 'smtp:' && searchParams.get('requireTLS') !== 'true' && isElsewhere(hostname);
}

function isPlainHttp(address: string): boolean {
  const { protocol, hostname } = new URL(address);
  return protocol === 'http:' && isElsewhere(hostname);
}
