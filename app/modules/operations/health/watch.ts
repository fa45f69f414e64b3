import { formatDay, formatMoment } from '#app/basics/india.ts';
import { type Gateway, paymentMethodName } from '#app/basics/payment-methods.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const BYTES_IN_MEGABYTE = 1024 * 1024;

const RECHECK_AFTER_MS = 6 * HOUR_MS;
const RECHECK_AFTER_FAILURE_MS = HOUR_MS;
/** Proxies renew when a third is left: 30 of 90 days. */
const WARN_WITHIN_MS = 14 * DAY_MS;
const WARN_WITHIN_SHARE = 1 / 6;
/** One evening without network is normal. */
const FAILURE_TOLERATED_MS = DAY_MS;
/** A webhook may be under way, and its gateway briefly down. */
export const UNHANDLED_AFTER_MS = 15 * 60_000;
export const UNCOMPARED_AFTER_MS = 2 * DAY_MS;
export const DIFFERENCES_SHOWN_FOR_MS = 14 * DAY_MS;

export type Warning = {
  about: 'certificate' | 'disk' | 'gateways' | 'books';
  wrong: string;
  safe: string;
  toDo: string;
};

/** When it could not be read, the dates are the previous ones. */
export type CertificateCheck = {
  /** `SHOP_URL` at that time. */
  address: string;
  validFrom: Date | null;
  validUntil: Date | null;
  problem: 'unreadable' | 'invalid' | null;
  detail: string;
  failingSince: Date | null;
  checkedAt: Date;
};

/** Four times a day, and hourly while something is wrong. */
export function isCertificateCheckDue(last: CertificateCheck | undefined, now: Date): boolean {
  if (!last) return true;
  // A clock that was set back delays nothing.
  const since = Math.abs(now.getTime() - last.checkedAt.getTime());
  return since >= (last.problem ? RECHECK_AFTER_FAILURE_MS : RECHECK_AFTER_MS);
}

export function warnOfCertificate(check: CertificateCheck | undefined, now: Date): Warning | undefined {
  if (!check) return undefined;
  const { address, validFrom, validUntil, problem, detail, failingSince } = check;
  const name = new URL(address).host;
  const renew =
    'Restart the proxy on the machine: sudo systemctl restart caddy. If nothing changes within an hour, ask whoever helps you.';
  const confirmedIsThere = 'Every order, payment and message that was confirmed is there.';
  if (validUntil && validUntil <= now)
    return {
      about: 'certificate',
      wrong: `The certificate of ${name} ended on ${formatDay(validUntil)}: browsers keep visitors away from the shop.`,
      safe: confirmedIsThere,
      toDo: renew,
    };
  const failsForLong = failingSince && now.getTime() - failingSince.getTime() > FAILURE_TOLERATED_MS;
  if (problem && failsForLong)
    return {
      about: 'certificate',
      wrong:
        problem === 'invalid'
          ? `Browsers don’t trust the certificate of ${name}, since ${formatMoment(failingSince)} (${detail}).`
          : `The shop can’t read the certificate of ${name}, since ${formatMoment(failingSince)} (${detail}).`,
      safe: confirmedIsThere,
      toDo: `Open ${address} on your phone, without Wi-Fi. If it warns or doesn’t open, restart the proxy on the machine: sudo systemctl restart caddy.`,
    };
  if (problem !== 'invalid' && validFrom && validUntil && endsSoon({ validFrom, validUntil }, now))
    return {
      about: 'certificate',
      wrong: `The certificate of ${name} ends on ${formatDay(validUntil)} and should have been renewed by now.`,
      safe: 'Until then everything works as ever.',
      toDo: renew,
    };
  return undefined;
}

/** Some certificates are valid for only six days. */
function endsSoon({ validFrom, validUntil }: { validFrom: Date; validUntil: Date }, now: Date): boolean {
  const lifeMs = validUntil.getTime() - validFrom.getTime();
  return validUntil.getTime() - now.getTime() < Math.min(WARN_WITHIN_MS, lifeMs * WARN_WITHIN_SHARE);
}

/** `state` rates the free space for a database. */
export type Disk = { directory: string; holds: readonly ('data' | 'backups')[] } & (
  | { freeBytes: number; state: 'enough' | 'little' | 'full' }
  | { freeBytes?: undefined; problem: string }
);

/** `newestBackupBytes`: the next backup's expected size. */
export function warnOfDisk(
  disk: Disk,
  { isEmbedded, newestBackupBytes }: { isEmbedded: boolean; newestBackupBytes: number | undefined },
): Warning | undefined {
  const { directory } = disk;
  if (disk.freeBytes === undefined)
    return {
      about: 'disk',
      wrong: `The shop can’t tell how much room the disk of ${directory} has (${disk.problem}).`,
      safe: 'What is on it isn’t touched.',
      toDo: 'Look at that disk on the machine: df -h.',
    };
  const left = `${megabytes(disk.freeBytes)} left in ${directory}`;
  if (disk.holds.includes('data') && disk.state === 'full')
    return {
      about: 'disk',
      wrong: `The disk is full, with ${left}: ${isEmbedded ? 'nobody can buy now' : 'pictures and backups fail'}.`,
      safe: 'Every order, payment and message that was confirmed is there, and everybody can read the shop.',
      toDo: 'Make room now, or have the disk enlarged. The shop goes on by itself once there is room.',
    };
  if (disk.holds.includes('data') && disk.state === 'little')
    return {
      about: 'disk',
      wrong: `The disk is filling up, with ${left}: below 100 MB ${isEmbedded ? 'the shop takes no more orders' : 'pictures and backups fail'}.`,
      safe: 'Until then everything works as ever.',
      toDo: 'Make room, or have the disk enlarged.',
    };
  if (disk.holds.includes('backups') && (disk.state !== 'enough' || disk.freeBytes < (newestBackupBytes ?? 0)))
    return {
      about: 'disk',
      wrong: `The next backup may not fit: ${left}${newestBackupBytes ? `, and the newest took ${megabytes(newestBackupBytes)}` : ''}.`,
      safe: 'The shop goes on, and the backups that were made stay.',
      toDo: 'Make room there, or have the disk enlarged.',
    };
  return undefined;
}

const megabytes = (bytes: number): string => `${Math.floor(bytes / BYTES_IN_MEGABYTE).toLocaleString('en-IN')} MB`;

export function warnOfBooks(differences: number): Warning | undefined {
  if (differences === 0) return undefined;
  return {
    about: 'books',
    wrong: `The books do not agree: ${differences === 1 ? '1 difference' : `${differences} differences`} between the ledger, the orders and their payments.`,
    safe: 'Orders go on as usual, and no entry is lost.',
    toDo: 'Look at each order that is named.',
  };
}

export type GatewayErrors = {
  gateway: Gateway;
  /** Not handled for 15 minutes. */
  webhooks: number;
  /** Of the last two weeks. */
  differences: number;
  /** Has payments but was not compared for two days. */
  isUncompared: boolean;
};

export function warnOfGateways(errors: readonly GatewayErrors[]): Warning | undefined {
  const sum = (of: 'webhooks' | 'differences') => errors.reduce((total, each) => total + each[of], 0);
  const webhooks = sum('webhooks');
  const differences = sum('differences');
  const uncompared = errors.filter(({ isUncompared }) => isUncompared).map(({ gateway }) => paymentMethodName(gateway));
  const found: Pick<Warning, 'wrong' | 'toDo'>[] = [];
  if (webhooks > 0)
    found.push({
      wrong:
        webhooks === 1
          ? '1 webhook of a gateway waits to be acted on.'
          : `${webhooks} webhooks of gateways wait to be acted on.`,
      toDo: 'The shop tries a webhook ten times by itself; after that try it again in Messages.',
    });
  if (differences > 0)
    found.push({
      wrong: `${differences === 1 ? '1 payment or refund differs' : `${differences} payments or refunds differ`} between gateway and shop.`,
      toDo: 'Look at each difference; once it is right, check its day again.',
    });
  if (uncompared.length > 0)
    found.push({
      wrong: `${uncompared.join(' and ')} could not be compared with the shop’s books for two days.`,
      toDo: 'Check yesterday by hand; if that is refused, look at the credentials.',
    });
  if (found.length === 0) return undefined;
  return {
    about: 'gateways',
    wrong: found.map(({ wrong }) => wrong).join(' '),
    safe: 'What customers paid stands at the gateway, and the shop goes on asking for it.',
    toDo: found.map(({ toDo }) => toDo).join(' '),
  };
}
