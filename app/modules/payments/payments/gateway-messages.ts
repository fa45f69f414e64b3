/** Why a day of a gateway was not checked. */
export const checkMessages = {
  'gateway-unavailable':
    'The gateway could not be reached, or its answer made no sense. Nothing was changed; try again.',
  'day-ahead': 'Choose today or a day before it.',
} as const;
