import { describe, expect, test } from 'vitest';
import {
  type CertificateCheck,
  type Disk,
  isCertificateCheckDue,
  certificateWarning,
  diskWarning,
  gatewayWarning,
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
  const warn = (found: Partial<CertificateCheck>) => certificateWarning({ ...good, ...found }, NOW);

  test('is read every 6 hours, hourly during problems, and after clock changes', () => {
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

  test('warns 14 days before expiry, or one day for six-day certificates', () => {
    expect(certificateWarning(undefined, NOW)).toBeUndefined();
    expect(warn({})).toBeUndefined();
    expect(warn({ validFrom: inDays(-76), validUntil: inDays(14) })).toBeUndefined();
    expect(warn({ validFrom: inDays(-76), validUntil: inDays(13.9) })).toMatchObject({
      wrong: 'The certificate of shop.in expires on 5 December 2026 and should have been renewed by now.',
      toDo: expect.stringContaining('sudo systemctl restart caddy'),
    });
    expect(warn({ validFrom: inDays(-4.9), validUntil: inDays(1.1) })).toBeUndefined();
    expect(warn({ validFrom: inDays(-5.1), validUntil: inDays(0.9) })).toBeDefined();
    expect(
      warn({ validUntil: NOW, problem: 'invalid', detail: 'CERT_HAS_EXPIRED', failingSince: NOW })?.wrong,
    ).toContain('expired on 21 November 2026, so browsers block visitors');
  });

  test('warns when it was invalid or unreachable for over a day', () => {
    const failing = (problem: CertificateCheck['problem'], days: number) =>
      warn({ problem, detail: 'ECONNREFUSED', failingSince: inDays(-days) })?.wrong;
    expect([failing('unreadable', 1), failing('invalid', 1)]).toEqual([undefined, undefined]);
    expect(failing('unreadable', 1.1)).toMatch(/unable to read the certificate of shop\.in since .* \(ECONNREFUSED\)/);
    expect(failing('invalid', 1.1)).toMatch(/^Browsers have rejected the certificate of shop\.in since/);
    const ends = { validFrom: inDays(-89), validUntil: inDays(1), failingSince: NOW };
    expect(warn({ ...ends, problem: 'unreadable' })?.wrong).toContain('expires on');
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

  test('warns of a nearly full data disk, louder when writing has stopped', () => {
    expect(diskWarning(disk(200, 'enough'), embedded)).toBeUndefined();
    expect(diskWarning(disk(199.5, 'little'), embedded)).toMatchObject({
      wrong: 'The disk is filling up, with 199 MB left in /data. Below 100 MB, the shop takes no more orders.',
      safe: 'Until then everything works as usual.',
    });
    expect(diskWarning(disk(99, 'full'), embedded)).toMatchObject({
      wrong: 'The disk is full, with 99 MB left in /data: nobody can buy now.',
      toDo: expect.stringMatching(/^Free up space now/),
    });
    expect(diskWarning(disk(99, 'full'), { ...embedded, isEmbedded: false })?.wrong).toContain(
      'pictures and backups fail.',
    );
  });

  test('warns when the next backup may not fit or cannot be checked', () => {
    const wrongWith = (megabytes: number, newest: number) =>
      diskWarning(disk(megabytes, 'enough', ['backups']), { isEmbedded: false, newestBackupBytes: newest * MB })?.wrong;
    expect(wrongWith(1000, 1000)).toBeUndefined();
    expect(wrongWith(999, 1000)).toBe(
      'The next backup may not fit: 999 MB left in /data, and the newest took 1,000 MB.',
    );
    expect(diskWarning(disk(150, 'little', ['backups']), embedded)?.wrong).toBe(
      'The next backup may not fit: 150 MB left in /data.',
    );
    expect(diskWarning({ directory: '/data', holds: ['data'], problem: 'EIO' }, embedded)?.wrong).toContain('(EIO)');
  });
});

test('one entry names all gateway problems', () => {
  const well = { gateway: 'razorpay', webhooks: 0, differences: 0, isUncompared: false } as const;
  expect(gatewayWarning([])).toBeUndefined();
  expect(gatewayWarning([well])).toBeUndefined();
  expect(gatewayWarning([{ ...well, webhooks: 1 }])?.wrong).toBe('1 gateway webhook is waiting to be handled.');
  expect(
    gatewayWarning([
      { ...well, webhooks: 1, differences: 1, isUncompared: true },
      { ...well, gateway: 'paytm', webhooks: 2, isUncompared: true },
    ])?.wrong,
  ).toBe(
    '3 gateway webhooks are waiting to be handled. 1 payment or refund differs between gateway and shop. Razorpay and Paytm could not be compared with the shop’s ledger for two days.',
  );
});
