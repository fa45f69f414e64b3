import { data } from 'react-router';
import { accountRefusal, type AccountRefusal, refusalStatus } from '#app/modules/identity/accounts/messages.ts';
import { retryAfter } from '#app/routes/retry-after.ts';
import type { FormAnswer } from '#app/ui/kit/use-form.ts';

/** What a form about signing in answers: what is wrong, or that it is done. */
export type SecurityAnswer = FormAnswer & { isDone?: boolean };

const FIELD: Partial<Record<AccountRefusal['reason'], string>> = {
  'wrong-password': 'currentPassword',
  'password-needed': 'currentPassword',
  'common-password': 'password',
  'wrong-code': 'code',
};

/**
 * A refusal's words where they belong: beside their field, or over the form, there as `overForm` puts it; `more` is what else the form shows.
 */
export function refuseForm<More extends SecurityAnswer>(
  refusal: AccountRefusal,
  more?: More,
  overForm = (message: string) => message,
) {
  const field = FIELD[refusal.reason];
  const message = accountRefusal(refusal);
  const problem = field ? { errors: { [field]: message } } : { formError: overForm(message) };
  const headers = refusal.reason === 'too-many-tries' ? retryAfter(refusal.data.retryAfterSeconds) : undefined;
  return data<SecurityAnswer & More>({ ...(more as More), ...problem }, { status: refusalStatus(refusal), headers });
}
