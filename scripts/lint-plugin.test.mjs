import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import plugin from './lint-plugin.mjs';
import { inRoot } from './setup.mjs';

test('reports a finding in a script at its position', () => {
  const reported = [];
  const text = "import { redirect } from 'react-router';\nredirect('/cart');";
  const sourceCode = { text, getLocFromIndex: (at) => text.slice(at) };
  const filename = inRoot('app/routes/storefront/home.tsx');
  for (const { create } of Object.values(plugin.rules))
    create({ filename, sourceCode, report: (found) => void reported.push(found) }).Program();
  expect(reported).toEqual([{ loc: "'/cart');", message: expect.stringContaining("use href('/cart')") }]);
});

test('every rule is switched on', () => {
  const { rules } = JSON.parse(readFileSync(inRoot('.oxlintrc.json'), 'utf8'));
  for (const name of Object.keys(plugin.rules)) expect([name, rules[`shop/${name}`]]).toEqual([name, 'error']);
});
