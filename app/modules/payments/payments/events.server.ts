import type { Gateway } from '#app/basics/payment-methods.ts';

declare module '#app/platform/outbox/outbox.server.ts' {
  interface Events {
    /** A gateway's webhook was stored; whoever handles it first has handled it. */
    'gateways.webhook-stored': { provider: Gateway; eventId: string };
  }
}

declare module '#app/platform/outbox/outbox.server.ts' {
  interface Events {
    /** The customer said where a refund goes, or changed it. Both are masked. */
    'refunds.destination-given': { orderId: string; destination: string; previous: string | null };
  }
}
