import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { MAX_QUERY, matchesSearch, nearestWord, slipsBetween, spellingsOf, termsOf } from './search-terms.ts';

const word = fc.stringMatching(/^[a-z]{1,10}$/);

describe('the words of a query', () => {
  test('ignores stop words, unless there are no other words', () => {
    expect(termsOf('A painting of the Himalaya')).toEqual([spellingsOf('painting'), spellingsOf('himalaya')]);
    expect(termsOf('of the')).toEqual([['of'], ['the']]);
    expect(termsOf(' ')).toEqual([]);
    expect(termsOf('Hand-painted, “red” & blue')).toEqual([['hand'], ['painted'], ['red'], ['blue']]);
  });

  test('is a word in either script, and the singular of a plural', () => {
    expect(spellingsOf('दीया')).toContain('diya');
    expect(spellingsOf('diyas')).toContain('deepak');
    expect(spellingsOf('brass')[0]).toBe('brass');
    expect(spellingsOf('boxes')).toContain('dibba');
    expect(spellingsOf('lilies')).toEqual(['lily', 'lilie']);
    expect(spellingsOf('vases')).toContain('kalash');
    expect(spellingsOf('shampu')).toContain('shampoo');
    expect(spellingsOf('ओढ़नी'.normalize('NFC'))).toContain('dupatta');
  });

  test('never reads past the longest query', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 400 }), (query) => {
        expect(termsOf(query)).toEqual(termsOf(query.slice(0, MAX_QUERY)));
      }),
    );
  });

  test('is found in the artwork with that title', () => {
    fc.assert(
      fc.property(fc.array(word, { minLength: 1, maxLength: 5 }), (terms) => {
        const title = terms.join(' ').toUpperCase();
        expect(matchesSearch({ title, description: '', category: '', tags: [] }, title)).toBe(true);
      }),
    );
  });
});

describe('typing errors', () => {
  test('measures distance symmetrically, zero between equals, at most the longer word', () => {
    fc.assert(
      fc.property(word, word, (a, b) => {
        expect(slipsBetween(a, b)).toBe(slipsBetween(b, a));
        expect(slipsBetween(a, b) === 0).toBe(a === b);
        expect(slipsBetween(a, b)).toBeLessThanOrEqual(Math.max(a.length, b.length));
      }),
    );
  });

  test('counts a missing, extra, wrong or swapped letter as one error', () => {
    for (const slip of ['pecock', 'peaccock', 'peakock', 'paecock']) expect(slipsBetween('peacock', slip)).toBe(1);
  });

  test('corrects to the nearest word, but not short or distant ones', () => {
    const known = ['saree', 'dupatta', 'threshold', 'soap'];
    expect(nearestWord('duppatta', known)).toBe('dupatta');
    expect(nearestWord('treshhold', known)).toBe('threshold');
    expect(nearestWord('sop', known)).toBeUndefined();
    expect(nearestWord('zebra', known)).toBeUndefined();
  });
});

test('searches punctuation literally, joined with the letters around it', () => {
  expect(termsOf(' %_- ')).toEqual([['%_']]);
  expect(termsOf('%')).toEqual([['%']]);
  expect(termsOf('-')).toEqual([['-']]);
  expect(termsOf('a%n')).toEqual([['a%n']]);
  expect(termsOf('<b>x')).toEqual([['<b>x']]);
  const soap = { title: 'Neem Soap, 100% natural', description: '', category: 'Skin Care', tags: [] };
  expect(['%', '100%', 'neem 100%'].map((query) => matchesSearch(soap, query))).toEqual([true, true, true]);
  expect(['_', 'n%p', 'a%l', '<b>neem'].map((query) => matchesSearch(soap, query))).toEqual([
    false,
    false,
    false,
    false,
  ]);
});
