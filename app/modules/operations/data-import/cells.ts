import { z } from 'zod';
import { type Paise, paise } from '#app/basics/money.ts';

/** Returns paise. Accepts inexact binary fractions (149.85000000000002), but no other parts of a paisa. */
export function readAmount(text: string): Paise | undefined {
  const match = /^(\d{1,12})(?:\.(\d+))?$/.exec(text.trim());
  if (!match) return undefined;
  const digits = (match[2] ?? '').padEnd(8, '0').slice(0, 8);
  const millionths = BigInt(match[1]!) * 100_000_000n + BigInt(digits);
  const whole = (millionths + 500_000n) / 1_000_000n;
  const remainder = millionths - whole * 1_000_000n;
  if (remainder > 100n || remainder < -100n) return undefined;
  return paise(Number(whole));
}

const missing = (message: string) => z.string({ error: message });

export const text = z
  .string()
  .nullish()
  .transform((value) => value?.trim() || null);
export const requiredText = missing('is missing').trim().min(1, 'is missing');

const MOMENT = /^\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?)? ?(z|[+-]\d\d(?::?\d\d)?)?$/i;

/** Reads a timestamp. A timestamp without a zone is in UTC, as in the former backend. */
export function readMoment(written: string): Date | undefined {
  const [whole, zone] = MOMENT.exec(written.trim()) ?? [];
  if (whole === undefined) return undefined;
  const [day, time = '00:00'] = whole
    .slice(0, whole.length - (zone?.length ?? 0))
    .trim()
    .split(/[T ]/);
  const offset =
    zone === undefined || /^z$/i.test(zone)
      ? 'Z'
      : /^[+-]\d\d$/.test(zone)
        ? `${zone}:00`
        : zone.replace(/^([+-]\d\d)(\d\d)$/, '$1:$2');
  const instant = new Date(`${day}T${time}${offset}`);
  return Number.isNaN(instant.getTime()) ? undefined : instant;
}

const toMoment = (written: string, context: z.RefinementCtx): Date => {
  const moment = readMoment(written);
  if (!moment) context.addIssue({ code: 'custom', message: `is not a date and time: ${written.slice(0, 40)}` });
  return moment ?? new Date(0);
};
export const moment = text.transform((written, context) => (written === null ? null : toMoment(written, context)));
export const requiredMoment = requiredText.transform(toMoment);

const toAmount = (written: string, context: z.RefinementCtx): Paise => {
  const amount = readAmount(written);
  if (amount === undefined)
    context.addIssue({
      code: 'custom',
      message: `is not an amount in rupees and whole paise: ${written.slice(0, 40)}`,
    });
  return amount ?? paise(0);
};
export const requiredAmount = requiredText.transform(toAmount);
export const amount = text.transform((written, context) => (written === null ? paise(0) : toAmount(written, context)));

export const wholeNumber = requiredText.pipe(
  z
    .string()
    .regex(/^\d{1,9}$/, 'is not a whole number')
    .transform(Number),
);

export const truth = text.transform((value) => /^(t|true|yes|y|1)$/i.test(value ?? ''));

export const json = <Schema extends z.ZodType>(schema: Schema) =>
  text
    .transform((written, context) => {
      if (written === null) return null;
      try {
        return JSON.parse(written) as unknown;
      } catch {
        context.addIssue({ code: 'custom', message: 'is not JSON' });
        return null;
      }
    })
    .pipe(schema);
