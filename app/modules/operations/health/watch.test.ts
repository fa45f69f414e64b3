import { describe, expect, test } from 'vitest';
import {
  type CertificateCheck,
  type Disk,
  isCertificateCheckDue,
  warnOfCertificate,
  warnOfDisk,
  warnOfGateways,
} from './watch.ts';

const NOW = new Date('2026-11-21T10:00:00Z');
const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const inDays = (days: number) => new Date(NOW.getTime() + days * DAY);

describe('the certificate', () => {
  const good: CertificateCheck = {
    address: 'https://shop.in',
    validFrom: inDays(-40),
    validUntil: inDays(50),
    problem: null,
    detail: '',
    failingSince: null,
    checkedAt: NOW,
  };
  const warn = (found: Partial<CertificateCheck>) => warnOfCertificate({ ...good, ...found }, NOW);

  test('reads four times a day, hourly with a problem, at once after clock changes', () => {
    const due = (hoursAgo: number, problem: CertificateCheck['problem'] = null) =>
      isCertificateCheckDue({ ...good, problem, checkedAt: new Date(NOW.getTime() - hoursAgo * HOUR) }, NOW);
    expect(isCertificateCheckDue(undefined, NOW)).toBe(true);
    expect([due(5.9), due(6), due(0.9, 'unreadable'), due(1, 'invalid'), due(-7)]).toEqual([
      false,
      true,
      false,
      true,
      true,
    ]);
  });

  test('warns 14 days before expiry, one day for six-day certificates, loudest afterwards', () => {
    expect(warnOfCertificate(undefined, NOW)).toBeUndefined();
    expect(warn({})).toBeUndefined();
    expect(warn({ validFrom: inDays(-76), validUntil: inDays(14) })).toBeUndefined();
    expect(warn({ validFrom: inDays(-76), validUntil: inDays(13.9) })).toMatchObject({
      wrong: 'The certificate of shop.in ends on 5 December 2026 and should have been renewed by now.',
      toDo: expect.stringContaining('sudo systemctl restart caddy'),
    });
    expect(warn({ validFrom: inDays(-4.9), validUntil: inDays(1.1) })).toBeUndefined();
    expect(warn({ validFrom: inDays(-5.1), validUntil: inDays(0.9) })).toBeDefined();
    expect(
      warn({ validUntil: NOW, problem: 'invalid', detail: 'CERT_HAS_EXPIRED', failingSince: NOW })?.wrong,
    ).toContain('ended on 21 November 2026: browsers keep visitors away');
  });

  test('warns when browsers distrust or nobody reaches it for over a day', () => {
    const failing = (problem: CertificateCheck['problem'], days: number) =>
      warn({ problem, detail: 'ECONNREFUSED', failingSince: inDays(-days) })?.wrong;
    expect([failing('unreadable', 1), failing('invalid', 1)]).toEqual([undefined, undefined]);
    expect(failing('unreadable', 1.1)).toMatch(/can’t read the certificate of shop\.in, since .* \(ECONNREFUSED\)/);
    expect(failing('invalid', 1.1)).toMatch(/^Browsers don’t trust the certificate of shop\.in, since/);
    const ends = { validFrom: inDays(-89), validUntil: inDays(1), failingSince: NOW };
    expect(warn({ ...ends, problem: 'unreadable' })?.wrong).toContain('ends on');
  });
});

describe('a disk', () => {
  const MB = 1024 * 1024;
  const disk = (megabytes: number, state: 'enough' | 'little' | 'full', holds: Disk['holds'] = ['data']): Disk => ({
    directory: '/data',
    holds,
    freeBytes: megabytes * MB,
    state,
  });
  const embedded = { isEmbedded: true, newestBackupBytes: undefined };

  test('warns of a nearly full data disk, louder when the database is read-only', () => {
    expect(warnOfDisk(disk(200, 'enough'), embedded)).toBeUndefined();
    expect(warnOfDisk(disk(199.5, 'little'), embedded)).toMatchObject({
      wrong: 'The disk is filling up, with 199 MB left in /data: below 100 MB the shop takes no more orders.',
      safe: 'Until then everything works as ever.',
    });
    expect(warnOfDisk(disk(99, 'full'), embedded)).toMatchObject({
      wrong: 'The disk is full, with 99 MB left in /data: nobody can buy now.',
      toDo: expect.stringMatching(/^Make room now/),
    });
    expect(warnOfDisk(disk(99, 'full'), { ...embedded, isEmbedded: false })?.wrong).toContain(
      'pictures and backups fail.',
    );
  });

  test('warns when the next backup may not fit or cannot be checked', () => {
    const wrongWith = (megabytes: number, newest: number) =>
      warnOfDisk(disk(megabytes, 'enough', ['backups']), { isEmbedded: false, newestBackupBytes: newest * MB })?.wrong;
    expect(wrongWith(1000, 1000)).toBeUndefined();
    expect(wrongWith(999, 1000)).toBe(
      'The next backup may not fit: 999 MB left in /data, and the newest took 1,000 MB.',
    );
    expect(warnOfDisk(disk(150, 'little', ['backups']), embedded)?.wrong).toBe(
      'The next backup may not fit: 150 MB left in /data.',
    );
    expect(warnOfDisk({ directory: '/data', holds: ['data'], problem: 'EIO' }, embedded)?.wrong).toContain('(EIO)');
  });
});

test('gateways are one entry with all problems, or none', () => {
  const well = { gateway: 'razorpay', webhooks: 0, differences: 0, isUncompared: false } as const;
  expect(warnOfGateways([])).toBeUndefined();
  expect(warnOfGateways([well])).toBeUndefined();
  expect(warnOfGateways([{ ...well, webhooks: 1 }])?.wrong).toBe('1 webhook of a gateway waits to be acted on.');
  expect(
    warnOfGateways([
      { ...well, webhooks: 1, differences: 1, isUncompared: true },
      { ...well, gateway: 'paytm', webhooks: 2, isUncompared: true },
    ])?.wrong,
  ).toBe(
    '3 webhooks of gateways wait to be acted on. 1 payment or refund differs between gateway and shop. Razorpay and Paytm could not be compared with the shop’s books for two days.',
  );
});
