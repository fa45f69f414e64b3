export const REQUEST_REFUSED = {
  400: 'We couldn’t read your request, so nothing was ordered or changed. Go back and try again.',
  405: 'This address does not accept this kind of request.',
  413: 'Your request is too large. Nothing was ordered or changed.',
  415: 'This address accepts only the shop’s own forms. Nothing was ordered or changed.',
} as const;

export type RefusedStatus = keyof typeof REQUEST_REFUSED;

export const isRefusedStatus = (status: number): status is RefusedStatus => Object.hasOwn(REQUEST_REFUSED, status);
