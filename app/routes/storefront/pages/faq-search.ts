import type { QuestionGroup } from './faq-questions.ts';

export type Hit = { category: string; question: string; answer: string };

export function searchQuestions(groups: QuestionGroup[], query: string): Hit[] {
  const wanted = query.trim().toLocaleLowerCase('en-IN');
  if (wanted === '') return [];
  return groups.flatMap(({ category, questions }) =>
    questions
      .filter((entry) => `${entry.question}\n${entry.answer}\n${category}`.toLocaleLowerCase('en-IN').includes(wanted))
      .map((entry) => ({ category, ...entry })),
  );
}

export function markMatches(text: string, query: string): { text: string; match: boolean }[] {
  const wanted = query.trim().toLocaleLowerCase('en-IN');
  if (wanted === '') return [{ text, match: false }];
  const lower = text.toLocaleLowerCase('en-IN');
  const parts: { text: string; match: boolean }[] = [];
  let from = 0;
  for (let at = lower.indexOf(wanted); at >= 0; at = lower.indexOf(wanted, from)) {
    if (at > from) parts.push({ text: text.slice(from, at), match: false });
    parts.push({ text: text.slice(at, at + wanted.length), match: true });
    from = at + wanted.length;
  }
  if (from < text.length) parts.push({ text: text.slice(from), match: false });
  return parts;
}
