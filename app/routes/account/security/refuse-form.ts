import { accountRefusal, type AccountRefusal, refusalStatus } from '#app/modules/identity/accounts/messages.ts';
import type { FormAnswer } from '#app/ui/kit/use-form.ts';

const FIELD: Partial<Record<AccountRefusal['reason'], string>> = {
  'wrong-password': 'currentPassword',
  'password-needed': 'currentPassword',
  'common-password': 'password',
  'wrong-code': 'code',
};

/** Returns the error for its field, or for the top of the form. */
export function refuseForm(refusal: AccountRefusal): FormAnswer & { status: number } {
  const field = FIELD[refusal.reason];
  const message = accountRefusal(refusal);
  return { ...(field ? { errors: { [field]: message } } : { formError: message }), status: refusalStatus(refusal) };
}
