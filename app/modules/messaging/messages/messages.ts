/** Why a message can't be sent again, in the owner's words. */
export const RESEND_REFUSALS = {
  'already-waiting': 'This message is waiting to be sent already.',
  'sent-manually': 'This message was sent by hand.',
} as const;
export type ResendRefusal = keyof typeof RESEND_REFUSALS;

/** What stands in the place of a mail about an account: who reads its link or code has the account. */
export const HIDDEN_TEXT = 'What this mail says is for its recipient alone.';

/** What /api/sendNotification says when it has no better word. */
export const failedToSend = (status: number): string => `Failed to send email (status ${status})`;
