export const REQUEST_REFUSED = {
  400: 'What was sent could not be read. Nothing was ordered or changed; please go back and send it again.',
  405: 'This address does not take that kind of request.',
  413: 'This is too much at once. Nothing was ordered or changed.',
  415: 'This address takes what the forms of the shop send, and nothing else. Nothing was ordered or changed.',
} as const;

export type RefusedStatus = keyof typeof REQUEST_REFUSED;

export const isRefusedStatus = (status: number): status is RefusedStatus => Object.hasOwn(REQUEST_REFUSED, status);
