/** What a form of the security screens answers: mistakes beside their fields, one trouble of the whole, or that it is done. */
export type SecurityTrouble = {
  errors?: Record<string, string>;
  formError?: string;
  typed?: Record<string, string>;
  isDone?: boolean;
};

/** A refusal's words where they belong: beside the current password, beside the new one, or over the form. */
export const passwordTrouble = ({ reason }: { reason: string }, words: string): SecurityTrouble =>
  reason === 'wrong-password' || reason === 'password-needed'
    ? { errors: { currentPassword: words } }
    : reason === 'common-password'
      ? { errors: { password: words } }
      : reason === 'wrong-code'
        ? { errors: { code: words } }
        : { formError: words };
