import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { rupees } from '#app/basics/money.ts';
import { getSettings, updateSettings } from '#app/modules/store/settings/settings.server.ts';
import { DEFAULT_SETTINGS } from '#app/modules/store/settings/settings.ts';
import { openTestShop, type TestShop } from '#tests/support/test-shop.ts';
import { DEFAULT_POLICIES } from './default-policies.ts';
import { policySchema } from './forms.ts';
import { parseMarkdown } from './markdown.server.ts';
import {
  getPolicy,
  getPolicyToEdit,
  getPolicyVersion,
  policiesAt,
  publishPolicy,
  recordPolicyVersions,
} from './policies.server.ts';
import { type Inline, POLICY_IDS, type PolicyId } from './policy.ts';
import { policyVersions } from './tables.server.ts';
import { fillIn, unknownVariables } from './variables.ts';

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop();
});
beforeEach(() => shop.empty());
afterAll(() => shop.close());

const titlesOf = async (policy: PolicyId) =>
  (await getPolicy(shop.as.guest(), policy)).text.sections.map(({ title }) => title);
const publish = (source: string | null, number: number, policy: PolicyId = 'returns') =>
  publishPolicy(shop.as.admin(), { policy, source, number });
const changePromises = async (change: Partial<typeof DEFAULT_SETTINGS.promises>) => {
  const { promises } = await getSettings(shop.as.admin());
  await updateSettings(shop.as.admin(), { promises: { ...promises, ...change } });
};

test('the owner’s text applies when published, until reverted to the default', async () => {
  await recordPolicyVersions(shop.as.admin());
  expect((await getPolicy(shop.as.guest(), 'returns')).updatedAt).toBeUndefined();
  expect(await publish('## We take back\n\nWithin {{ return_days }} days.', 1)).toMatchObject({ ok: true });
  expect(await getPolicy(shop.as.guest(), 'returns')).toEqual({
    text: {
      intro: [],
      sections: [
        { id: 'we-take-back', title: 'We take back', blocks: [{ kind: 'paragraph', children: ['Within 7 days.'] }] },
      ],
    },
    updatedAt: shop.clock.now,
  });
  await changePromises({ returnWithinDays: 14 });
  expect((await getPolicy(shop.as.guest(), 'returns')).text.sections[0]!.blocks[0]).toMatchObject({
    children: ['Within 14 days.'],
  });
  await recordPolicyVersions(shop.as.admin());
  const { number, isOwn } = await getPolicyToEdit(shop.as.admin(), 'returns');
  expect([number, isOwn]).toEqual([3, true]);
  await publish(null, 3);
  expect((await getPolicyToEdit(shop.as.admin(), 'returns')).isOwn).toBe(false);
  expect(await titlesOf('returns')).toContain('Within 14 days of delivery');
});

test('refuses a stale publication, and publishes the same text once', async () => {
  await publish('One', 0);
  expect(await publish('Two', 0)).toMatchObject({ ok: false, reason: 'stale' });
  await publish('One', 1);
  expect((await getPolicyToEdit(shop.as.admin(), 'returns')).versions.map(({ number }) => number)).toEqual([1]);
});

test('an order keeps the texts and settings of its time', async () => {
  const textAt = async (instant: Date) =>
    JSON.stringify((await policiesAt(shop.as.guest(), instant)).map(({ text }) => text));
  await recordPolicyVersions(shop.as.admin());
  const first = shop.clock.now;
  shop.later(60);
  await changePromises({ returnWithinDays: 21 });
  expect(await recordPolicyVersions(shop.as.admin())).toBe(2);
  expect(await recordPolicyVersions(shop.as.admin())).toBe(0);
  const second = shop.clock.now;
  shop.later(60);
  await publish('Ask us.', 2);
  expect(await textAt(first)).toContain('within 7 days of delivery');
  expect(await textAt(new Date(second.getTime() - 1))).toContain('within 7 days of delivery');
  expect(await textAt(second)).toContain('Within 21 days of delivery');
  expect(await textAt(shop.clock.now)).toContain('Ask us.');
  expect(await textAt(new Date(0))).toBe(await textAt(first));
  expect((await policiesAt(shop.as.guest(), second)).map(({ policy, number }) => [policy, number])).toEqual([
    ['terms', 2],
    ['privacy', 1],
    ['returns', 2],
    ['shipping', 1],
  ]);
  expect((await getPolicyVersion(shop.as.admin(), 'returns', 1)).createdAt).toEqual(first);
});

test('a version can never be changed or deleted', async () => {
  await publish('One', 0);
  await expect(shop.database.update(policyVersions).set({ text: 'Two' })).rejects.toThrow();
  await expect(shop.database.delete(policyVersions)).rejects.toThrow();
});

test('only owners see and publish policy versions', async () => {
  for (const person of [shop.as.guest(), shop.as.customer(1)]) {
    await expect(publishPolicy(person, { policy: 'terms', source: 'Mine', number: 0 })).rejects.toThrow();
    await expect(getPolicyToEdit(person, 'terms')).rejects.toThrow();
    await expect(getPolicyVersion(person, 'terms', 1)).rejects.toThrow();
  }
});

test('default texts use only known variables and no stray braces', () => {
  const facts = {
    ...DEFAULT_SETTINGS,
    legal: { ...DEFAULT_SETTINGS.legal, sellerName: 'Sarla *Devi*', grievanceName: 'Hem Joshi' },
    channels: { sms: true, whatsApp: true },
  };
  for (const policy of POLICY_IDS) {
    const source = DEFAULT_POLICIES[policy](facts);
    expect([policy, unknownVariables(source)]).toEqual([policy, []]);
    expect(fillIn(source, facts)).not.toMatch(/[{}]{2}/);
    expect(policySchema.safeParse({ number: '1', source }).success).toBe(true);
  }
  const { sections } = parseMarkdown(fillIn(DEFAULT_POLICIES.terms(facts), facts));
  expect(sections[0]!.blocks[0]).toEqual({
    kind: 'paragraph',
    children: expect.arrayContaining([expect.stringContaining('*')]),
  });
});

test('mentions instalments or insurance only when the settings do', () => {
  const promises = { ...DEFAULT_SETTINGS.promises, emiAbove: null, isInsured: false };
  const facts = { ...DEFAULT_SETTINGS, promises, channels: { sms: false, whatsApp: false } };
  expect(DEFAULT_POLICIES.terms(facts)).not.toContain('EMI');
  expect(DEFAULT_POLICIES.shipping(facts)).not.toContain('insured');
  const brief = { ...facts, promises: { ...promises, returnWithinDays: 1, refundBusinessDays: { from: 1, to: 1 } } };
  expect(
    fillIn('Within {{ return_days }} days, {{ refund_days }} business days; {{ report_hours }} hours', brief),
  ).toBe(`Within 1 day, 1 business day; ${promises.reportIssuesWithinHours} hours`);
  expect(fillIn('{{ emi_above }}', { ...facts, promises: { ...promises, emiAbove: rupees(4000) } })).toBe('₹4,000');
});

test('a form names an unknown variable', () => {
  const read = policySchema.safeParse({ number: '1', source: 'Within {{ return_weeks }} weeks' });
  expect(read.error?.issues).toMatchObject([
    { path: ['source'], message: '{{ return_weeks }} is not a known variable' },
  ]);
  expect(policySchema.safeParse({ number: '1', source: '  \r\n ' }).error?.issues[0]?.message).toBe('Enter some text');
});

test('Markdown allows headings, paragraphs, lists, bold, italics and safe links', () => {
  const text = [
    'Before.',
    '## Returns & **Co**',
    'One *two* [three](/shipping) [four](javascript:alert(1)) <b>five</b> &amp; six',
    '1. **Packed** well\n2. sent',
    '- a\n- b',
    '### Small',
    '<script>alert(1)</script>',
    '![picture](https://elsewhere.example/x.png)',
    '## Returns & Co',
  ].join('\n\n');
  const { intro, sections } = parseMarkdown(text);
  expect(intro).toEqual([{ kind: 'paragraph', children: ['Before.'] }]);
  expect(sections.map(({ id, title }) => [id, title])).toEqual([
    ['returns-co', 'Returns & Co'],
    ['returns-co-2', 'Returns & Co'],
  ]);
  const shown = JSON.stringify(sections);
  expect(sections[0]!.blocks[0]).toEqual({
    kind: 'paragraph',
    children: [
      'One ',
      { kind: 'em', children: ['two'] },
      ' ',
      { kind: 'link', to: '/shipping', children: ['three'] },
      ' four <b>five</b> & six',
    ],
  });
  expect(sections[0]!.blocks.map(({ kind }) => kind)).toEqual([
    'paragraph',
    'list',
    'list',
    'heading',
    'paragraph',
    'paragraph',
  ]);
  expect(shown).toContain('<script>alert(1)</script>');
  expect(shown).not.toContain('"javascript:');
});

const asTyped = (children: readonly Inline[]): string =>
  children
    .map((child) => (typeof child === 'string' ? child : 'children' in child ? asTyped(child.children) : '\n'))
    .join('');
const readSetting = (setting: string, source: string): Inline[] => {
  const facts = { ...DEFAULT_SETTINGS, shopName: setting, channels: { sms: false, whatsApp: false } };
  const { intro, sections } = parseMarkdown(fillIn(source, facts));
  expect(sections).toEqual([]);
  expect(intro).toMatchObject([{ kind: 'paragraph' }]);
  return (intro[0] as { children: Inline[] }).children;
};

test.each([
  'almora_art@gmail.com',
  '_almora@gmail.com',
  'almora_@gmail.com',
  'almora__art@gmail.com',
  'almora_.art@gmail.com',
  'almora-_art.of+shop@mail-1.example.co.in',
])('links the whole address %s, in settings and in text', (address) => {
  const link = { kind: 'link', to: `mailto:${address}`, children: [address] };
  expect(readSetting(`Hem Joshi, ${address}`, 'Write to {{ shop_name }}.')).toEqual([
    'Write to Hem Joshi, ',
    link,
    '.',
  ]);
  expect(readSetting(address, '{{ shop_name }}')).toEqual([link]);
  expect(readSetting(address, '[Write](mailto:{{ shop_name }})')).toEqual([{ ...link, children: ['Write'] }]);
  expect(readSetting(address, '[Write to {{ shop_name }}](/contact)')).toMatchObject([
    { to: '/contact', children: [`Write to ${address}`] },
  ]);
});

test('setting values are never parsed as Markdown or partly linked', () => {
  const word = fc.oneof(
    fc.string({ maxLength: 8 }),
    fc.emailAddress(),
    fc.stringMatching(/^[a-z_'+.-]{1,8}@[a-z-]{1,6}\.(in|com|co\.in)$/),
    fc.constantFrom(
      '_',
      '__',
      '*',
      '**',
      '1.',
      '-',
      '+',
      '#',
      '>',
      '~~',
      '`',
      '[x](/y)',
      '&amp;',
      '<b>',
      'www.a_b.in',
      'https://a.in/b_c',
      '===',
      '---',
      '|',
      '!',
      '\\',
    ),
  );
  const setting = fc
    .array(word, { minLength: 1, maxLength: 6 })
    .chain((parts) => fc.constantFrom(parts.join(''), parts.join(' ')))
    .map((text) => text.replaceAll(/[\s\p{C}{}]+/gu, ' ').trim())
    .filter((text) => text !== '');
  fc.assert(
    fc.property(setting, fc.constantFrom('{{ shop_name }}', 'Of {{ shop_name }}, here'), (text, source) => {
      const children = readSetting(text, source);
      expect(asTyped(children)).toBe(source.replace('{{ shop_name }}', () => text));
      for (const child of children)
        if (typeof child !== 'string')
          expect(child).toEqual({ kind: 'link', to: `mailto:${asTyped([child])}`, children: [asTyped([child])] });
    }),
    { numRuns: 1000 },
  );
});

test('parses any input without failing, and links no script', () => {
  fc.assert(
    fc.property(
      fc.array(
        fc.oneof(
          fc.string(),
          fc.constantFrom(
            '## ',
            '- ',
            '1. ',
            '**',
            '[x](',
            ')',
            'javascript:',
            '\n\n',
            '<',
            '`',
            '| a |\n|--|\n',
            '> ',
          ),
        ),
        { maxLength: 30 },
      ),
      (parts) => {
        const text = JSON.stringify(parseMarkdown(parts.join('')));
        expect(text).not.toMatch(/"to":"(?!\/(?!\/)|https:\/\/|mailto:|tel:|#)/);
      },
    ),
  );
});

test('finds the newest of many versions in one query', async () => {
  await shop.database.execute(
    sql`insert into policy_versions (policy, number, text) select 'terms', n, 'Version ' || n from generate_series(1, 50) n`,
  );
  expect((await getPolicyToEdit(shop.as.admin(), 'terms')).number).toBe(50);
});

test.each(['/\\evil.example', '//evil.example', '/\t/evil.example', '/x/..//evil.example', 'http://evil.example'])(
  'a link to %j is shown as text',
  (to) => {
    const shown = JSON.stringify(parseMarkdown(`[here](<${to}>) and [there](/returns)`));
    expect(shown.match(/"kind":"link"/g)).toHaveLength(1);
  },
);
