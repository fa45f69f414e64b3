import { dayInIndia } from '#app/basics/india.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

const DUE_FROM_HOUR = 2;
const TRY_AGAIN_AFTER_MS = HOUR;
/** One night without a backup is acceptable. */
export const OLD_AFTER_MS = 2 * DAY;
const CHECK_EVERY_MS = 7 * DAY;

export const RETAINED = { days: 7, weeks: 4, months: 6 } as const;

export type MadeBackup = {
  startedAt: Date;
  bytes: number | null;
  problem: string;
  checkedAt: Date | null;
  checkProblem: string;
};

export const backupName = (now: Date): string =>
  `bisvar-${now.toISOString().replace(/\.\d+/, '').replaceAll(/[-:]/g, '')}.tar.gz.age`;

/** Returns when a backup was made, according to its file name. Returns undefined for other files. */
export function backupMoment(name: string): Date | undefined {
  const parts = /^bisvar-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z\.tar\.gz\.age$/.exec(name)?.slice(1);
  if (!parts) return undefined;
  const [year, month, day, hour, minute, second] = parts;
  const moment = new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
  return Number.isNaN(moment.getTime()) ? undefined : moment;
}

/** Returns the backups to delete. Ignores other files. */
export function outdatedBackups(names: readonly string[]): string[] {
  const made = names
    .flatMap((name) => {
      const moment = backupMoment(name);
      return moment ? [{ name, day: dayInIndia(moment) }] : [];
    })
    .toSorted((a, b) => (a.name < b.name ? 1 : -1));
  const retained = new Set<string>();
  const retain = (count: number, period: (day: string) => string) => {
    const newest = new Map<string, string>();
    for (const { name, day } of made) if (!newest.has(period(day))) newest.set(period(day), name);
    for (const name of [...newest.values()].slice(0, count)) retained.add(name);
  };
  retain(RETAINED.days, (day) => day);
  retain(RETAINED.weeks, toWeek);
  retain(RETAINED.months, (day) => day.slice(0, 7));
  return made.filter(({ name }) => !retained.has(name)).map(({ name }) => name);
}

const toWeek = (day: string): string => String(Math.floor((Date.parse(day) / DAY + 3) / 7));

/** `made` is sorted newest first. */
export function isBackupDue(made: readonly MadeBackup[], now: Date): boolean {
  const [last] = made;
  if (!last) return true;
  if (now.getTime() - last.startedAt.getTime() < TRY_AGAIN_AFTER_MS) return false;
  const whole = made.find(({ bytes, problem }) => bytes !== null && problem === '');
  return !whole || whole.startedAt < lastNight(now);
}

function lastNight(now: Date): Date {
  const today = new Date(`${dayInIndia(now)}T0${DUE_FROM_HOUR}:00:00+05:30`);
  return today <= now ? today : new Date(today.getTime() - DAY);
}

/** Returns the backup to check, if a week has passed or the last check found a broken backup. */
export function findBackupToCheck<Made extends MadeBackup>(made: readonly Made[], now: Date): Made | undefined {
  const newest = made.find(({ bytes }) => bytes !== null);
  if (!newest || newest.checkedAt) return undefined;
  const checked = made.find(({ checkedAt }) => checkedAt !== null && checkedAt <= now);
  const isDue =
    !checked || checked.checkProblem !== '' || now.getTime() - checked.checkedAt!.getTime() >= CHECK_EVERY_MS;
  return isDue ? newest : undefined;
}

/** Returns the problem, if there is one. `made` is sorted newest first. */
export function backupProblem(made: readonly MadeBackup[], now: Date): string | undefined {
  const [last] = made;
  const whole = made.find(({ bytes }) => bytes !== null);
  const checked = made.find(({ checkedAt }) => checkedAt !== null);
  if (last && last.problem !== '')
    return `The last backup failed: ${last.problem}. Earlier backups are safe, and the shop tries again every hour. Free up disk space or correct the backup settings.`;
  if (!whole) return 'There is no backup yet. The first is made within a few minutes.';
  if (now.getTime() - whole.startedAt.getTime() > OLD_AFTER_MS)
    return 'The newest backup is more than two days old, because nightly backups have stopped. Restart the shop; it should make one within minutes. If it doesn’t, ask your technical contact.';
  if (checked && checked.checkProblem !== '')
    return `A test restore of a backup failed: ${checked.checkProblem}. The next backup is tested within an hour of being made. Until one passes, make a backup with npm run backup.`;
  return undefined;
}

/** Returns the key in groups of four characters. Returns other text unchanged. */
export function readKey(typed: string): string {
  const signs = typed.toUpperCase().replaceAll(/[^0-9A-Z]/g, '');
  return signs.length === KEY_SIGNS ? signs.match(/.{4}/g)!.join('-') : typed.trim();
}

export const KEY_SIGNS = 24;

export const BACKUP_KEY_FILE = 'backup-key';

/** This file exists while a restore replaces the old shop. */
export const UNFINISHED_RESTORE_FILE = 'restore-unfinished';
