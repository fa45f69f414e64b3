import { expect, test } from 'vitest';
import { findFacts } from '#app/route-facts.ts';
import { find } from './route-facts.mjs';

const messages = (...patterns) => [...find([], { patterns, findFacts })].map(({ message }) => message);

test('refuses a route without facts or access', () => {
  expect(messages('/', '/cart', '/new-page/:id')).toEqual([
    '/new-page/:id has no facts: app/route-facts.ts says who may enter',
  ]);
  expect([...find([], { patterns: ['/about'], findFacts: () => ({ inSitemap: true }) })]).toHaveLength(1);
});

test('accepts a route below a path whose facts cover it', () => {
  expect(messages('/admin/new-page/:id', '/profile/new-page')).toEqual([]);
});
