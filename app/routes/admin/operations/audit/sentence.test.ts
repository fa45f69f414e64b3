import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { AuditEntry } from '#app/platform/audit/audit.server.ts';
import { labelOfAction } from '#app/routes/admin/shared/labels.ts';
import { sentenceOf } from './sentence.ts';

const ID = '7d444840-9dc0-11d1-b245-5ffdce74fad2';
const entry = (over: Partial<AuditEntry>): AuditEntry => ({
  id: ID,
  adminId: ID,
  adminEmail: 'kamla@bisvar.example',
  action: 'artwork.save',
  subjectTable: 'artworks',
  subjectId: ID,
  before: null,
  after: null,
  createdAt: new Date(),
  ...over,
});

test.each([
  [{ before: { stockCount: 3 }, after: { stockCount: 0 } }, 'Changed the artwork “Dawn”: stock count', 'Dawn'],
  [{ action: 'artwork.delete', before: { title: 'Dusk', price: 100 } }, 'Deleted the artwork “Dusk”', undefined],
  [
    { action: 'order.status', subjectTable: 'orders', before: { status: 'processing' }, after: { status: 'shipped' } },
    'Changed the status of the order “#74FAD2”: status',
    undefined,
  ],
  [
    { action: 'order.note', subjectTable: 'orders' },
    'Wrote a note on the order “BV-2A3C-4D5E #74FAD2”',
    'BV-2A3C-4D5E #74FAD2',
  ],
  [
    { action: 'coupon.save', subjectTable: 'coupons', after: { code: 'DIWALI10' } },
    'Saved the coupon “DIWALI10”',
    undefined,
  ],
  [
    { action: 'coupon.activate', subjectTable: 'coupons', before: { active: false }, after: { active: true } },
    'Activated the coupon “DIWALI10”: active',
    'DIWALI10',
  ],
  [
    { action: 'coupon.activate', subjectTable: 'coupons', before: { active: true }, after: { active: false } },
    'Deactivated the coupon “DIWALI10”: active',
    'DIWALI10',
  ],
  [
    { action: 'settings.save', subjectTable: 'settings', subjectId: 'shop_name', before: {}, after: { shopName: 'B' } },
    'Changed the setting “Shop name”',
    undefined,
  ],
  [
    { action: 'settings.save', subjectTable: 'settings', subjectId: 'legal', before: {}, after: {} },
    'Changed the setting “Seller and complaints”',
    undefined,
  ],
  [
    { action: 'user.save', subjectTable: 'user_profiles', before: {}, after: { name: 'changed' } },
    'Changed the account: name',
    undefined,
  ],
  [{ action: 'export.table', subjectTable: 'orders' }, 'Exported the table Orders', undefined],
  [{ action: 'event.resend', subjectTable: 'outbox' }, 'Retried the event', undefined],
] as const)('describes an audit entry as a sentence: %j', (over, sentence, title) => {
  expect(sentenceOf(entry(over as Partial<AuditEntry>), title)).toBe(sentence);
});

function auditedActions(): string[] {
  const statements = globSync('app/{modules,platform}/**/*.server.ts').flatMap((path) =>
    readFileSync(path, 'utf8').split(';'),
  );
  const names = statements
    .filter((statement) => /\baction\b|\baudit\w*\(|\bwrite(Artworks|AboutRequest)\(/.test(statement))
    .flatMap((statement) => statement.match(/(?<=')[a-z]+\.[a-z-]+(?=')/g) ?? []);
  return [...new Set(names)].toSorted();
}

test('has a verb for every recorded action', () => {
  const actions = auditedActions();
  expect(actions.length).toBeGreaterThan(60);
  expect(actions.filter((action) => sentenceOf(entry({ action })) === labelOfAction(action))).toEqual([]);
});
