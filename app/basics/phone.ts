/** A number as people write it, without spaces, dashes, dots and brackets. */
export const bareNumber = (typed: string): string => typed.replace(/[\s().-]/g, '');

/** An Indian number without what stands before its ten digits: +91, 0091, 91 or 0. Anything else stays as it is. */
export const bareIndianNumber = (typed: string): string =>
  bareNumber(typed).replace(/^(?:\+91|0091|91|0)(?=\d{10}$)/, '');
