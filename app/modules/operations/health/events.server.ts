import type { Gateway } from '#app/basics/payment-methods.ts';

declare module '#app/platform/outbox/outbox.server.ts' {
  interface Events {
    'ledger.books-differ': { count: number };
    'opening.mail-trial-requested': { userId: string };
    'opening.payee-changed': { changeId: string };
    'opening.gateway-changed': { gateway: Gateway };
  }
}
