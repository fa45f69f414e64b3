/** What was written and not seen is mailed after so long. */
export const MAILED_AFTER_MINUTES = 5;
export const MAX_MESSAGE_LENGTH = 4000;
/** Pictures of one message or one stage. */
export const MAX_PICTURES = 5;
