import { describe, expect, test } from 'vitest';
import {
  backupName,
  backupProblem,
  findBackupToCheck,
  isBackupDue,
  type MadeBackup,
  backupMoment,
  outdatedBackups,
  readKey,
} from './backup.ts';

const at = (moment: string) => new Date(moment);
const made = (startedAt: string, more: Partial<MadeBackup> = {}): MadeBackup => ({
  startedAt: at(startedAt),
  bytes: 1000,
  problem: '',
  checkedAt: null,
  checkProblem: '',
  ...more,
});
/** It is 3 am on 21 November in India. */
const NIGHT = at('2026-11-20T21:30:00Z');

test('names a backup by its time, and ignores other files', () => {
  expect(backupName(at('2026-11-20T21:30:05.123Z'))).toBe('bisvar-20261120T213005Z.tar.gz.age');
  expect(backupMoment('bisvar-20261120T213005Z.tar.gz.age')).toEqual(at('2026-11-20T21:30:05Z'));
  for (const name of ['bisvar.tar.gz', 'bisvar-20261320T213005Z.tar.gz.age', 'bisvar-20261120T213005Z.tar.gz.age.part'])
    expect(backupMoment(name)).toBeUndefined();
});

test('keeps seven daily, four weekly and six monthly backups, and strange files', () => {
  const names = Array.from({ length: 730 }, (_, night) => backupName(new Date(NIGHT.getTime() - night * 86_400_000)));
  const gone = new Set(outdatedBackups([...names, 'my-own-notes.txt']));
  const stays = names.filter((name) => !gone.has(name));
  expect(gone).not.toContain('my-own-notes.txt');
  expect(stays.slice(0, 7)).toEqual(names.slice(0, 7));
  expect(stays.length).toBeGreaterThanOrEqual(7 + 2 + 5);
  expect(stays.length).toBeLessThanOrEqual(7 + 4 + 6);
  expect(stays.map((name) => name.slice(7, 13)).filter((month, i, all) => all.indexOf(month) === i)).toHaveLength(6);
  expect(outdatedBackups(stays)).toEqual([]);
});

describe('a backup is due', () => {
  test('at once when there is none, then nightly in India', () => {
    expect(isBackupDue([], NIGHT)).toBe(true);
    expect(isBackupDue([made('2026-11-19T21:00:00Z')], NIGHT)).toBe(true);
    expect(isBackupDue([made('2026-11-20T20:29:00Z')], at('2026-11-20T20:29:59Z'))).toBe(false);
    expect(isBackupDue([made('2026-11-20T20:31:00Z')], at('2026-11-21T20:00:00Z'))).toBe(false);
  });

  test('an hour after one that failed', () => {
    const failed = made('2026-11-20T21:00:00Z', { bytes: null, problem: 'disk full' });
    expect(isBackupDue([failed], at('2026-11-20T21:59:00Z'))).toBe(false);
    expect(isBackupDue([failed], at('2026-11-20T22:00:00Z'))).toBe(true);
  });
});

test('tests the newest weekly, and the next one after a broken one', () => {
  const newest = made('2026-11-20T21:00:00Z');
  expect(findBackupToCheck([], NIGHT)).toBeUndefined();
  expect(findBackupToCheck([newest], NIGHT)).toBe(newest);
  const checked = (checkedAt: string, checkProblem = '') =>
    made('2026-11-13T21:00:00Z', { checkedAt: at(checkedAt), checkProblem });
  expect(findBackupToCheck([newest, checked('2026-11-13T21:31:00Z')], NIGHT)).toBeUndefined();
  expect(findBackupToCheck([newest, checked('2026-11-13T21:30:00Z')], NIGHT)).toBe(newest);
  expect(findBackupToCheck([newest, checked('2026-11-20T21:00:00Z', 'torn')], NIGHT)).toBe(newest);
  // The clock was wrong when that backup was checked.
  expect(findBackupToCheck([newest, checked('2027-11-20T21:00:00Z')], NIGHT)).toBe(newest);
});

test('reports only a missing, failed, old or broken backup', () => {
  const fresh = made('2026-11-20T21:00:00Z');
  expect(backupProblem([fresh], NIGHT)).toBeUndefined();
  expect(backupProblem([], NIGHT)).toMatch(/no backup yet/);
  expect(backupProblem([made('2026-11-20T21:10:00Z', { bytes: null }), fresh], NIGHT)).toBeUndefined();
  expect(backupProblem([made('2026-11-20T21:10:00Z', { bytes: null, problem: 'disk full' }), fresh], NIGHT)).toMatch(
    /^The last backup failed: disk full\. Earlier backups are safe, .* Free up/,
  );
  expect(backupProblem([made('2026-11-18T21:00:00Z')], NIGHT)).toMatch(/more than two days old, .* Restart the shop/);
  expect(backupProblem([made('2026-11-20T21:00:00Z', { checkedAt: NIGHT, checkProblem: 'torn' })], NIGHT)).toMatch(
    /test restore of a backup failed: torn\. .* make a backup with npm run backup/,
  );
});

test('reads a key in any spelling', () => {
  expect(readKey(' abcd efgh jkmn pqrs tuvw xyz2 ')).toBe('ABCD-EFGH-JKMN-PQRS-TUVW-XYZ2');
  expect(readKey('My own, longer than any paper: 1234567890')).toBe('My own, longer than any paper: 1234567890');
});
