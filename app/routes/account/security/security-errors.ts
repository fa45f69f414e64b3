import type { FormAnswer } from '#app/ui/kit/use-form.ts';

/** What a form of the security screens answers: what is wrong, or that it is done. */
export type SecurityAnswer = FormAnswer & { isDone?: boolean };

/** A refusal's words where they belong: beside the current password, beside the new one, or over the form. */
export const securityErrors = ({ reason }: { reason: string }, message: string): SecurityAnswer =>
  reason === 'wrong-password' || reason === 'password-needed'
    ? { errors: { currentPassword: message } }
    : reason === 'common-password'
      ? { errors: { password: message } }
      : reason === 'wrong-code'
        ? { errors: { code: message } }
        : { formError: message };
