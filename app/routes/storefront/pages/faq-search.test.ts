import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { DEFAULT_SETTINGS } from '#app/modules/store/settings/settings.ts';
import { questionGroups } from './faq-questions.ts';
import { markMatches, searchQuestions } from './faq-search.ts';

const groups = questionGroups({ ...DEFAULT_SETTINGS, channels: { sms: true, whatsApp: true }, paysBy: 'UPI' });

describe('the questions', () => {
  test('are five categories of four, no question twice', () => {
    expect(groups).toHaveLength(5);
    expect(groups.every((group) => group.questions.length === 4)).toBe(true);
    const questions = groups.flatMap((group) => group.questions.map((entry) => entry.question));
    expect(new Set(questions).size).toBe(20);
  });

  test('state the shop’s threshold for free shipping', () => {
    expect(searchQuestions(groups, 'Free above ₹2,000, else ₹150')).toHaveLength(1);
  });
});

describe('the search', () => {
  test('searches question, answer and category, ignoring case', () => {
    expect(searchQuestions(groups, 'EMI').map((hit) => hit.question)).toEqual(['How can I pay?']);
    expect(searchQuestions(groups, 'within INDIA only')).toHaveLength(1);
    expect(searchQuestions(groups, 'returns and exchanges')).toHaveLength(4);
  });

  test('finds nothing for blanks and unknown words', () => {
    expect(searchQuestions(groups, '   ')).toEqual([]);
    expect(searchQuestions(groups, 'zeppelin')).toEqual([]);
  });

  test('marks every match and loses no letter', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[a-c ]{0,30}$/), fc.stringMatching(/^[a-c]{1,3}$/), (text, query) => {
        const parts = markMatches(text, query);
        expect(parts.map((part) => part.text).join('')).toBe(text);
        expect(parts.filter((part) => part.match).every((part) => part.text === query)).toBe(true);
        expect(parts.filter((part) => !part.match).every((part) => !part.text.includes(query))).toBe(true);
      }),
    );
  });
});
