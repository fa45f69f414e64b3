import type { LengthUnit, PersonalizationAnswer } from '#app/basics/personalization.ts';

export type PersonalizationField = { id: string; label: string; hint: string; required: boolean } & (
  | { kind: 'text'; maxLength: number }
  | { kind: 'measurement'; unit: LengthUnit }
);

export type Answers = Readonly<Record<string, string>>;

export const MAX_PERSONALIZATION_FIELDS = 8;
export const MAX_ANSWER = 200;
const [LEAST, GREATEST] = [0.5, 500];

export const PERSONALIZED_RETURNS = 'Personalised pieces can’t be returned unless something is wrong.';

/** Bidirectional overrides reverse the text around them. */
const UNSEEN = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u202A-\u202E\u2066-\u2069]+/gu;

function checkAnswer(field: PersonalizationField, typed: string): { answer: string; error?: string } {
  const line = typed.replace(UNSEEN, ' ').trim();
  const answer = /[^\s\p{Cf}]/u.test(line) ? line : '';
  if (answer === '') return { answer, ...(field.required && { error: `Please answer: ${field.label}` }) };
  if (field.kind === 'text')
    return answer.length <= field.maxLength ? { answer } : { answer, error: `At most ${field.maxLength} characters` };
  const length = /^\d{1,3}(\.\d{1,2})?$/.test(answer) ? Number(answer) : Number.NaN;
  if (length >= LEAST && length <= GREATEST) return { answer: String(length) };
  return { answer, error: `Enter a number from ${LEAST} to ${GREATEST}, like 72.5` };
}

export function checkAnswers(
  fields: readonly PersonalizationField[],
  typed: Answers,
): { answers: Answers; errors: Record<string, string> } {
  const checked = fields.map((field) => ({ id: field.id, ...checkAnswer(field, typed[field.id] ?? '') }));
  return {
    answers: Object.fromEntries(
      checked.filter(({ answer, error }) => answer !== '' && !error).map(({ id, answer }) => [id, answer]),
    ),
    errors: Object.fromEntries(checked.flatMap(({ id, error }) => (error ? [[id, error]] : []))),
  };
}

/** Answers to removed questions are refused too. */
export function checkTypedAnswers(
  fields: readonly PersonalizationField[],
  typed: Answers,
): ReturnType<typeof checkAnswers> {
  const { answers, errors } = checkAnswers(fields, typed);
  const fieldIds = new Set(fields.map(({ id }) => id));
  const removedFieldIds = Object.keys(typed).filter((id) => !fieldIds.has(id) && typed[id]!.trim() !== '');
  const changed = 'The questions for this piece have changed. Check your answers';
  return { answers, errors: { ...errors, ...Object.fromEntries(removedFieldIds.map((id) => [id, changed])) } };
}

export function personalize(
  fields: readonly PersonalizationField[],
  answers: Answers,
): { personalization: PersonalizationAnswer[]; unanswered: string[] } {
  const checked = checkAnswers(fields, answers);
  return {
    personalization: fields.flatMap((field) => {
      const answer = checked.answers[field.id];
      if (answer === undefined) return [];
      const { id, label } = field;
      return [{ id, label, answer, ...(field.kind === 'measurement' && { unit: field.unit }) }];
    }),
    unanswered: fields.filter(({ id }) => checked.errors[id]).map(({ label }) => label),
  };
}

const PREFIX = 'personalization.';

export const answerField = (id: string): string => `${PREFIX}${id}`;

export function gatherAnswers(fields: unknown): unknown {
  const entries = Object.entries(fields as Record<string, unknown>);
  const typed = entries.filter(([name]) => name.startsWith(PREFIX));
  if (typed.length === 0) return fields;
  return {
    ...Object.fromEntries(entries.filter(([name]) => !name.startsWith(PREFIX))),
    answers: Object.fromEntries(typed.map(([name, value]) => [name.slice(PREFIX.length), value])),
  };
}
