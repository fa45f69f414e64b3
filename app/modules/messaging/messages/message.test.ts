import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { ACCOUNT_TEMPLATES, TEMPLATE_LABELS } from './message.ts';

test('docs/emails.md says when each message of the shop is sent', async () => {
  const document = await readFile('docs/emails.md', 'utf8');
  const named = Object.keys(TEMPLATE_LABELS).filter((template) => !ACCOUNT_TEMPLATES.includes(template));
  expect(named.filter((template) => !document.includes(`\`${template}\``))).toEqual([]);
});
