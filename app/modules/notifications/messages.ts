/** Why a message can't be sent again, in the owner's words. */
export const RESEND_REFUSALS = {
  'already-waiting': 'This message is waiting to be sent already.',
  'sent-manually': 'This message was sent by hand.',
} as const;
export type ResendRefusal = keyof typeof RESEND_REFUSALS;

/** What /api/sendNotification says when it has no better word. */
export const failedToSend = (status: number): string => `Failed to send email (status ${status})`;
