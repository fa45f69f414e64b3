import { expect, test } from 'vitest';
import { anchorsOf, find } from './citations.mjs';
import { sourcesOf } from './source.mjs';

const PAGES = [
  ['docs/promises.md', '# What the shop promises\n\n## Cancelling an order\n\nWithin 2 hours.\n'],
  ['docs/security.md', '| T1: prices | x |\n| T12: the way back | x |\n'],
  ['docs/decisions/0003-money-in-paise.md', '# 3. Money\n'],
  ['docs/decisions/README.md', '| 3 | [Money](0003-money-in-paise.md) |'],
];

const said = (path, text) =>
  [...find(sourcesOf(new Map([...PAGES, [path, text]])), { paths: ['LICENSE'] })].map(({ message }) => message);

const code = 'app/modules/orders/orders/order.ts';

// \u00a7 is a paragraph sign. It is escaped so that this file cites nothing.
test.each([
  [code, '// Two hours (S1 \u00a75).', ['S1 \u00a75 is of a paper that is not here']],
  [code, '/** Its place (S2, Tracking). */', ['S2 is of a paper that is not here']],
  [code, '// Never moves back (D37).', ['D37 is of a paper that is not here']],
  [code, '// Paid first (decision 12).', ['there is no decision 12']],
  [code, '// As decisions 3 and 4 have it.', ['there is no decision 4']],
  [code, '/** Refused: the last owner (decision\n * 26). */', ['there is no decision 26']],
  [code, '// See ADR 0042.', ['there is no decision 0042']],
  [code, '// As docs/decisions/0009 has it.', ['there is no decision 0009']],
  [code, '// Never another’s (T40).', ['there is no threat T40']],
  [code, '// See docs/promises.md#returning-an-order.', ['docs/promises.md has no heading #returning-an-order']],
  [code, '// As app/modules/orders/orders/life.ts has it.', ['app/modules/orders/orders/life.ts is not there']],
  ['app/styles/kit.css', '/* (S1 \u00a72) */', ['S1 \u00a72 is of a paper that is not here']],
  [
    'app/modules/orders/orders/order.test.ts',
    "test('holds for 15 minutes (decision 38)', () => {});",
    ['there is no decision 38'],
  ],
  ['docs/configure.md', 'See [promises](promises.md#paying).', ['docs/promises.md has no heading #paying']],
  ['docs/configure.md', 'See [words](words.md).', ['words.md leads nowhere']],
  ['README.md', 'See [below](#nothing).', ['README.md has no heading #nothing']],
])('in %s %j is an error', (path, text, messages) => {
  expect(said(path, text)).toEqual(messages);
});

test.each([
  [code, '// Two hours: docs/promises.md#cancelling-an-order, decision 3, ADR 3 and T12.'],
  [code, "const text = '(S1 \u00a75)'; // A string is no citation."],
  [code, '// S3 keeps the pictures, in 4 decisions; T-shirts are not sold.'],
  ['docs/configure.md', '[a](promises.md#cancelling-an-order) [b](../LICENSE) [c](decisions) [d](https://x.example/y)'],
  ['docs/configure.md', '# Here\n\n[a](#here)\n\n```\n[b](nowhere.md)\n```\n'],
])('in %s %j is fine', (path, text) => {
  expect(said(path, text)).toEqual([]);
});

test('every decision is in the list of decisions', () => {
  expect(said('docs/decisions/0004-guests.md', '# 4. Guests')).toEqual(['the list of decisions does not name it']);
});

test('anchors are those that GitHub makes of headings', () => {
  const page = '# What’s `kept`, and why?\n## Twice\n## Twice\n```\n# not one\n```\n';
  expect([...anchorsOf(page)]).toEqual(['whats-kept-and-why', 'twice', 'twice-1']);
});
