export const RESEND_REFUSALS = {
  'already-waiting': 'This message is already waiting to be sent.',
  'sent-manually': 'This message was sent by hand.',
} as const;
export type ResendRefusal = keyof typeof RESEND_REFUSALS;

/** Shown instead of an email's text, because its link or code would give access to the account. */
export const HIDDEN_TEXT = 'Only the recipient can read this email.';

export const failedToSend = (status: number): string => `Failed to send email (status ${status})`;
