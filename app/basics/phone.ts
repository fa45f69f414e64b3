import { plainCode } from './typed-text.ts';

export const bareNumber = (typed: string): string => plainCode(typed).replace(/[\s().-]/g, '');

export const bareIndianNumber = (typed: string): string =>
  bareNumber(typed).replace(/^(?:\+91|0091|91|0)(?=\d{10}$)/, '');

/** Returns a number in E.164, or undefined for an invalid one. Ten digits are an Indian mobile number. */
export function toE164(typed: string): string | undefined {
  const indian = bareIndianNumber(typed);
  if (/^[6-9]\d{9}$/.test(indian)) return `+91${indian}`;
  const number = bareNumber(typed).replace(/^00/, '+');
  return /^\+(?!91)[1-9]\d{7,14}$/.test(number) ? number : undefined;
}
