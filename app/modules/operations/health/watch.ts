import { formatDay, formatMoment } from '#app/basics/india.ts';
import { type Gateway, paymentMethodName } from '#app/basics/payment-methods.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const BYTES_IN_MEGABYTE = 1024 * 1024;

const RECHECK_AFTER_MS = 6 * HOUR_MS;
const RECHECK_AFTER_FAILURE_MS = HOUR_MS;
/** Proxies renew a 90-day certificate when 30 days are left, so at 14 days the renewal has failed. */
const WARN_WITHIN_MS = 14 * DAY_MS;
const WARN_WITHIN_SHARE = 1 / 6;
/** A failure that lasts one evening is normal. */
const FAILURE_TOLERATED_MS = DAY_MS;
/** Before that, the webhook may be in progress, or its gateway unavailable. */
export const UNHANDLED_AFTER_MS = 15 * 60_000;
export const UNCOMPARED_AFTER_MS = 2 * DAY_MS;
export const DIFFERENCES_SHOWN_FOR_MS = 14 * DAY_MS;

export type Warning = {
  about: 'certificate' | 'disk' | 'gateways' | 'books';
  wrong: string;
  safe: string;
  toDo: string;
};

/** The last check. If it failed, the dates are from an earlier check. */
export type CertificateCheck = {
  address: string;
  validFrom: Date | null;
  validUntil: Date | null;
  problem: 'unreadable' | 'invalid' | null;
  detail: string;
  failingSince: Date | null;
  checkedAt: Date;
};

/** Returns whether a check is due: four times a day, and hourly while something is wrong. */
export function isCertificateCheckDue(last: CertificateCheck | undefined, now: Date): boolean {
  if (!last) return true;
  // If the clock was set back, a check is due immediately.
  const since = Math.abs(now.getTime() - last.checkedAt.getTime());
  return since >= (last.problem ? RECHECK_AFTER_FAILURE_MS : RECHECK_AFTER_MS);
}

export function certificateWarning(check: CertificateCheck | undefined, now: Date): Warning | undefined {
  if (!check) return undefined;
  const { address, validFrom, validUntil, problem, detail, failingSince } = check;
  const name = new URL(address).host;
  const renew =
    'Restart the proxy on the server: sudo systemctl restart caddy. If nothing changes within an hour, ask your technical contact.';
  const confirmedIsThere = 'Every confirmed order, payment and message is safe.';
  if (validUntil && validUntil <= now)
    return {
      about: 'certificate',
      wrong: `The certificate of ${name} expired on ${formatDay(validUntil)}, so browsers block visitors.`,
      safe: confirmedIsThere,
      toDo: renew,
    };
  const failsForLong = failingSince && now.getTime() - failingSince.getTime() > FAILURE_TOLERATED_MS;
  if (problem && failsForLong)
    return {
      about: 'certificate',
      wrong:
        problem === 'invalid'
          ? `Browsers have rejected the certificate of ${name} since ${formatMoment(failingSince)} (${detail}).`
          : `The shop has been unable to read the certificate of ${name} since ${formatMoment(failingSince)} (${detail}).`,
      safe: confirmedIsThere,
      toDo: `Open ${address} on your phone, without Wi-Fi. If you see a warning or it doesn’t open, restart the proxy on the server: sudo systemctl restart caddy.`,
    };
  if (problem !== 'invalid' && validFrom && validUntil && endsSoon({ validFrom, validUntil }, now))
    return {
      about: 'certificate',
      wrong: `The certificate of ${name} expires on ${formatDay(validUntil)} and should have been renewed by now.`,
      safe: 'Until then everything works as usual.',
      toDo: renew,
    };
  return undefined;
}

/** Some certificates are valid for only six days, so the limit depends on the validity. */
function endsSoon({ validFrom, validUntil }: { validFrom: Date; validUntil: Date }, now: Date): boolean {
  const lifeMs = validUntil.getTime() - validFrom.getTime();
  return validUntil.getTime() - now.getTime() < Math.min(WARN_WITHIN_MS, lifeMs * WARN_WITHIN_SHARE);
}

/** `state` says whether the free space is enough for a database. */
export type Disk = { directory: string; holds: readonly ('data' | 'backups')[] } & (
  | { freeBytes: number; state: 'enough' | 'little' | 'full' }
  | { freeBytes?: undefined; problem: string }
);

/** Assumes that the next backup is as large as the newest one. */
export function diskWarning(
  disk: Disk,
  { isEmbedded, newestBackupBytes }: { isEmbedded: boolean; newestBackupBytes: number | undefined },
): Warning | undefined {
  const { directory } = disk;
  if (disk.freeBytes === undefined)
    return {
      about: 'disk',
      wrong: `The shop can’t read the free space on the disk of ${directory} (${disk.problem}).`,
      safe: 'The data on it is unchanged.',
      toDo: 'Check that disk on the server: df -h.',
    };
  const spaceLeft = `${megabytes(disk.freeBytes)} left in ${directory}`;
  if (disk.holds.includes('data') && disk.state === 'full')
    return {
      about: 'disk',
      wrong: `The disk is full, with ${spaceLeft}: ${isEmbedded ? 'nobody can buy now' : 'pictures and backups fail'}.`,
      safe: 'Every confirmed order, payment and message is safe, and visitors can still browse the shop.',
      toDo: 'Free up space now, or enlarge the disk. The shop recovers by itself once there is space.',
    };
  if (disk.holds.includes('data') && disk.state === 'little')
    return {
      about: 'disk',
      wrong: `The disk is filling up, with ${spaceLeft}. Below 100 MB, ${isEmbedded ? 'the shop takes no more orders' : 'pictures and backups fail'}.`,
      safe: 'Until then everything works as usual.',
      toDo: 'Free up space, or enlarge the disk.',
    };
  if (disk.holds.includes('backups') && (disk.state !== 'enough' || disk.freeBytes < (newestBackupBytes ?? 0)))
    return {
      about: 'disk',
      wrong: `The next backup may not fit: ${spaceLeft}${newestBackupBytes ? `, and the newest took ${megabytes(newestBackupBytes)}` : ''}.`,
      safe: 'The shop works as usual, and existing backups are safe.',
      toDo: 'Free up space there, or enlarge the disk.',
    };
  return undefined;
}

const megabytes = (bytes: number): string => `${Math.floor(bytes / BYTES_IN_MEGABYTE).toLocaleString('en-IN')} MB`;

export function ledgerWarning(differences: number): Warning | undefined {
  if (differences === 0) return undefined;
  return {
    about: 'books',
    wrong: `The ledger does not agree: ${differences === 1 ? '1 difference' : `${differences} differences`} between the ledger, the orders and their payments.`,
    safe: 'The shop still takes orders, and no entry is lost.',
    toDo: 'Check each order listed.',
  };
}

export type GatewayErrors = {
  gateway: Gateway;
  webhooks: number;
  differences: number;
  /** Whether payments of the gateway were not compared for two days. */
  isUncompared: boolean;
};

export function gatewayWarning(errors: readonly GatewayErrors[]): Warning | undefined {
  const sum = (of: 'webhooks' | 'differences') => errors.reduce((total, each) => total + each[of], 0);
  const webhooks = sum('webhooks');
  const differences = sum('differences');
  const uncompared = errors.filter(({ isUncompared }) => isUncompared).map(({ gateway }) => paymentMethodName(gateway));
  const found: Pick<Warning, 'wrong' | 'toDo'>[] = [];
  if (webhooks > 0)
    found.push({
      wrong:
        webhooks === 1
          ? '1 gateway webhook is waiting to be handled.'
          : `${webhooks} gateway webhooks are waiting to be handled.`,
      toDo: 'The shop tries each webhook ten times. After that, retry it under Messages.',
    });
  if (differences > 0)
    found.push({
      wrong: `${differences === 1 ? '1 payment or refund differs' : `${differences} payments or refunds differ`} between gateway and shop.`,
      toDo: 'Check each difference. Once it is resolved, check its day again.',
    });
  if (uncompared.length > 0)
    found.push({
      wrong: `${uncompared.join(' and ')} could not be compared with the shop’s ledger for two days.`,
      toDo: 'Check yesterday by hand. If that fails, check the credentials.',
    });
  if (found.length === 0) return undefined;
  return {
    about: 'gateways',
    wrong: found.map(({ wrong }) => wrong).join(' '),
    safe: 'The gateway has your customers’ payments, and the shop keeps asking for them.',
    toDo: found.map(({ toDo }) => toDo).join(' '),
  };
}
