import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { openOldShop } from '#tests/support/old-shop.ts';
import { auditLog } from './tables.server.ts';

const BEFORE = `insert into audit_log (admin_email, action, subject_table, subject_id, before, after) values
  ('admin@bisvar.example', 'user.save', 'user_profiles', '1', '{"name":"Meera Joshi","phone":null,"role":"customer"}',
    '{"name":"Meera J","phone":"9811122233","role":"helper"}'),
  ('admin@bisvar.example', 'user.deactivate', 'user_profiles', '2', '{"deactivated":false}', '{"deactivated":true}'),
  ('admin@bisvar.example', 'user.invite', 'invitations', '3', null, '{"email":"meera@example.in","role":"helper"}'),
  ('admin@bisvar.example', 'user.withdraw-invitation', 'invitations', '4', '{"email":"meera@example.in"}', null),
  ('admin@bisvar.example', 'notification.send', 'messages', '5', null,
    '{"toEmail":"meera@example.in","toPhone":"9811122233","subject":"Your bowl"}'),
  ('admin@bisvar.example', 'collection.save', 'collections', '6', '{"name":"Diwali"}', '{"name":"Holi"}');`;

test('migration 0084 removes personal data from the audit log only', { timeout: 120_000 }, async () => {
  const opened = await openOldShop('0083', BEFORE);
  const rows = await opened.database.select().from(auditLog).orderBy(auditLog.subjectId);
  expect(rows.map(({ before, after }) => [before, after])).toEqual([
    [{ role: 'customer' }, { name: 'changed', phone: 'changed', role: 'helper' }],
    [{ deactivated: false }, { deactivated: true }],
    [null, { role: 'helper' }],
    [{}, null],
    [null, { subject: 'Your bowl' }],
    [{ name: 'Diwali' }, { name: 'Holi' }],
  ]);
  await expect(opened.database.execute(sql`delete from audit_log`)).rejects.toThrow();
  await opened.close();
});
