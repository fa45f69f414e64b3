import { z } from 'zod';
import { plainCode } from '#app/basics/typed-text.ts';
import { uuidSchema } from '#app/basics/uuid-schema.ts';
import { isUpiId } from './payment.ts';

export type RefundDestination = { upiId: string } | { accountHolder: string; accountNumber: string; ifsc: string };

export const maskDestination = (destination: RefundDestination): string => {
  if ('upiId' in destination) {
    const [name = '', handle = ''] = destination.upiId.split('@');
    return `${name.slice(0, 2)}…@${handle}`;
  }
  return `account ending in ${destination.accountNumber.slice(-4)}, ${destination.ifsc}`;
};

/** Masks a typed destination. Returns undefined unless it is a UPI ID, an account number or cash. */
export function maskSentTo(typed: string): string | undefined {
  if (isUpiId(typed)) return maskDestination({ upiId: typed.trim() });
  if (/^cash$/i.test(typed.trim())) return 'cash';
  const account = /(?<!\d)\d{9,18}(?!\d)/.exec(typed.replace(/(?<=\d)[\s-]+(?=\d)/g, ''))?.[0];
  return account && `account ending in ${account.slice(-4)}`;
}

const text = (max: number) => z.string().transform(plainCode).pipe(z.string().max(max)).default('');

const destinationFields = {
  upiId: text(330),
  accountHolder: text(120),
  accountNumber: text(40).transform((text) => text.replace(/[\s-]/g, '')),
  ifsc: text(20).transform((text) => text.toUpperCase()),
};
const fieldsSchema = z.object(destinationFields);

function readDestination(
  { upiId, accountHolder, accountNumber, ifsc }: z.output<typeof fieldsSchema>,
  wrong: (field: string, message: string) => never,
): RefundDestination {
  if (upiId) {
    if (accountNumber) return wrong('upiId', 'Enter either a UPI ID or a bank account, not both.');
    return isUpiId(upiId) ? { upiId } : wrong('upiId', 'Enter a UPI ID, such as name@bank.');
  }
  if (!accountNumber && !ifsc) return wrong('upiId', 'Enter a UPI ID or a bank account.');
  if (!/^\d{9,18}$/.test(accountNumber)) return wrong('accountNumber', 'Enter an account number of 9 to 18 digits.');
  if (!/^[A-Z]{4}0[A-Z0-9]{6}$/.test(ifsc))
    return wrong('ifsc', 'Enter an IFSC of 11 characters, such as HDFC0001234.');
  if (!accountHolder) return wrong('accountHolder', 'Enter the account holder’s name.');
  return { accountHolder, accountNumber, ifsc };
}

const readWith = <Sent extends z.output<typeof fieldsSchema>>(sent: Sent, context: z.core.$RefinementCtx<Sent>) => ({
  ...sent,
  destination: readDestination(sent, (field, message) => {
    context.addIssue({ code: 'custom', path: [field], message });
    return z.NEVER;
  }),
});

export const destinationSchema = z.strictObject(destinationFields).transform(readWith);

export const ownDestinationSchema = z.strictObject({ ...destinationFields, orderId: uuidSchema }).transform(readWith);
