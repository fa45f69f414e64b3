export type LengthUnit = 'cm' | 'inches';

/** An answer as an order stores it, with its label. Measurements have a unit. */
export type PersonalizationAnswer = { id: string; label: string; answer: string; unit?: LengthUnit };

/** 'Name on the plate: Asha', or 'Waist: 72.5 cm'. */
export const personalizationText = ({ label, answer, unit }: Omit<PersonalizationAnswer, 'id'>): string =>
  `${label}: ${answer}${unit ? ` ${unit}` : ''}`;

/** Returns an order's answers by field, for another line. */
export const answersOf = (copied: readonly PersonalizationAnswer[] = []): Record<string, string> =>
  Object.fromEntries(copied.map(({ id, answer }) => [id, answer]));
