import { plainCode } from './typed-text.ts';

/** A number as people write or paste it, without spaces, dashes, dots and brackets. */
export const bareNumber = (typed: string): string => plainCode(typed).replace(/[\s().-]/g, '');

/** An Indian number without what stands before its ten digits: +91, 0091, 91 or 0. Anything else stays as it is. */
export const bareIndianNumber = (typed: string): string =>
  bareNumber(typed).replace(/^(?:\+91|0091|91|0)(?=\d{10}$)/, '');

/** A number in E.164, as suppliers of messages want it: '+919876543210'. Ten digits are an Indian mobile's; undefined for what can't be one. */
export function toE164(typed: string): string | undefined {
  const indian = bareIndianNumber(typed);
  if (/^[6-9]\d{9}$/.test(indian)) return `+91${indian}`;
  const number = bareNumber(typed).replace(/^00/, '+');
  return /^\+(?!91)[1-9]\d{7,14}$/.test(number) ? number : undefined;
}
