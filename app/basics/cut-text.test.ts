import { expect, test } from 'vitest';
import { cutAtWord } from './cut-text.ts';

test.each([
  ['Brass lamp', 10, 'Brass lamp'],
  ['Brass lamp with a handle', 11, 'Brass lamp…'],
  ['Brass lamp with a handle', 14, 'Brass lamp…'],
  ['Brass lamp with a handle', 15, 'Brass lamp…'],
  ['Brass lamp with a handle', 16, 'Brass lamp with…'],
  ['Himalaya', 4, 'Him…'],
  ['👩‍🎨👩‍🎨', 7, '👩‍🎨…'],
])('%j cut to %i is %j', (text, length, cut) => expect(cutAtWord(text, length)).toBe(cut));

test('never ends between the parts of a letter, nor over the length', () => {
  const text = 'कमल के फूल '.repeat(20);
  for (let length = 2; length < 60; length += 1) {
    const cut = cutAtWord(text, length);
    expect(cut.length).toBeLessThanOrEqual(length);
    expect(text.startsWith(cut.slice(0, -1))).toBe(true);
  }
});
