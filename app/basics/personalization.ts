export type LengthUnit = 'cm' | 'inches';

export type PersonalizationAnswer = { id: string; label: string; answer: string; unit?: LengthUnit };

export const personalizationText = ({ label, answer, unit }: Omit<PersonalizationAnswer, 'id'>): string =>
  `${label}: ${answer}${unit ? ` ${unit}` : ''}`;

export const answersOf = (copied: readonly PersonalizationAnswer[] = []): Record<string, string> =>
  Object.fromEntries(copied.map(({ id, answer }) => [id, answer]));
