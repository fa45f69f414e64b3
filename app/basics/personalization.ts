export type LengthUnit = 'cm' | 'inches';

/** What a buyer answered of a piece, with the label by which it was asked: as an order keeps it. A measurement has a unit. */
export type PersonalizationAnswer = { id: string; label: string; answer: string; unit?: LengthUnit };

/** 'Name on the plate: Asha', or 'Waist: 72.5 cm'. */
export const personalizationText = ({ label, answer, unit }: Omit<PersonalizationAnswer, 'id'>): string =>
  `${label}: ${answer}${unit ? ` ${unit}` : ''}`;

/** Answers that an order copied, by their fields, as another line takes them along. */
export const answersOf = (copied: readonly PersonalizationAnswer[] = []): Record<string, string> =>
  Object.fromEntries(copied.map(({ id, answer }) => [id, answer]));
