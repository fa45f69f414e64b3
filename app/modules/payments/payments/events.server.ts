import type { Gateway } from '#app/basics/payment-methods.ts';

declare module '#app/platform/outbox/outbox.server.ts' {
  interface Events {
    'gateways.webhook-stored': { provider: Gateway; eventId: string };
  }
}

declare module '#app/platform/outbox/outbox.server.ts' {
  interface Events {
    /** Both destinations are masked. */
    'refunds.destination-given': { orderId: string; destination: string; previous: string | null };
  }
}
