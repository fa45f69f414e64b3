import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDatabase } from '#app/platform/database/database.server.ts';
import { migrationsDirectory } from '#tests/support/database.ts';
import { type PostgresServer, startPostgresServer } from '#tests/support/postgres-server.ts';
import { orderRequests } from './tables.server.ts';

const [WORKED_ON, ASKED] = ['00000000-0000-4000-8000-000000000001', '00000000-0000-4000-8000-000000000002'] as const;

const BEFORE = `
  insert into order_requests (id, request_number, kind, name, email, phone) values
    ('${WORKED_ON}', 'R-7K3M9Q', 'custom', 'Asha', 'asha@example.in', '9876543210'),
    ('${ASKED}', 'R-AAAAAA', 'custom', 'Asha', 'asha@example.in', '9876543210');
  insert into commissions (request_id, stage, work_hours, fabric_expected_cm, fabric_received_cm, fabric_marks,
    fabric_received_at, fabric_confirmed_at, fabric_left_cm, photo_consent_at)
  values ('${WORKED_ON}', 'painting', 14, 550, 540, 'A stain', '2026-11-01T10:00:00Z', '2026-11-02T10:00:00Z', 20,
    '2026-11-03T10:00:00Z');`;

let server: PostgresServer;
beforeAll(async () => {
  server = await startPostgresServer();
});
afterAll(() => server.stop());

const databases = [
  ['embedded', async () => ({ inMemory: true })],
  ['server', async () => ({ databaseUrl: await server.createDatabase() })],
] as const;

test.each(databases)(
  'migration 0157 keeps the stage, fabric and consent of requests, %s',
  { timeout: 120_000 },
  async (_kind, place) => {
    const directory = await mkdtemp(join(tmpdir(), 'bisvar-migration-'));
    await cp(migrationsDirectory, directory, { recursive: true });
    await writeFile(join(directory, '0156-what-was-there.sql'), BEFORE);
    const log = { info() {}, warn() {}, error() {} };
    const opened = await openDatabase({ ...(await place()), dataDirectory: '', migrationsDirectory: directory, log });
    const rows = await opened.database
      .select({
        id: orderRequests.id,
        stage: orderRequests.stage,
        workHours: orderRequests.workHours,
        cloth: orderRequests.fabricExpectedCm,
        received: orderRequests.fabricReceivedCm,
        marks: orderRequests.fabricMarks,
        receivedAt: orderRequests.fabricReceivedAt,
        confirmedAt: orderRequests.fabricConfirmedAt,
        left: orderRequests.fabricLeftCm,
        consentAt: orderRequests.photoConsentAt,
      })
      .from(orderRequests)
      .orderBy(orderRequests.id);
    await opened.close();
    await rm(directory, { recursive: true, force: true });
    const days = [1, 2, 3].map((day) => new Date(`2026-11-0${day}T10:00:00Z`));
    const none = { stage: null, workHours: null, cloth: null, received: null, marks: '', receivedAt: null };
    expect(rows).toEqual([
      {
        id: WORKED_ON,
        stage: 'painting',
        workHours: 14,
        cloth: 550,
        received: 540,
        marks: 'A stain',
        receivedAt: days[0],
        confirmedAt: days[1],
        left: 20,
        consentAt: days[2],
      },
      { id: ASKED, ...none, confirmedAt: null, left: null, consentAt: null },
    ]);
  },
);
