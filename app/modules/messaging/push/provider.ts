export type PushTarget = { endpoint: string; p256dh: string; auth: string };
export type PushKeyPair = { publicKey: string; privateKey: string };

/** `gone`: the browser has ended the subscription. */
export type PushAnswer = { state: 'sent' } | { state: 'gone' } | { state: 'refused'; reason: string };

export type PushProvider = {
  send(
    target: PushTarget,
    text: string,
    options: { keys: PushKeyPair; contact: string; ttlSeconds: number },
  ): Promise<PushAnswer>;
};

declare module '#app/platform/shop.server.ts' {
  interface Suppliers {
    push: PushProvider;
  }
}
