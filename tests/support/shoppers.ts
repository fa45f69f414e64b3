import { setTimeout as wait } from 'node:timers/promises';
import { ADDRESS, newReference } from './checkout.ts';
import { fieldsOf } from './html.ts';
import { type Visitor, visitorOf } from './request-shop.ts';

const ANSWERS_WITHIN_MS = 40_000;
const SIGNED_UP_WITHIN_MS = 30_000;

/** A person at a browser of their own who asks a shop over the network; `address` is where they come from, as its proxy says. */
export const visitorOver = (url: string, address: string): Visitor =>
  visitorOf(
    {
      fetch: (request) => {
        request.headers.set('x-forwarded-for', address);
        return fetch(request, { redirect: 'manual', signal: AbortSignal.timeout(ANSWERS_WITHIN_MS) });
      },
    },
    url,
    address,
  );

/** Signs somebody up at a shop over the network, who comes again while it says that it is too busy for another password. */
export async function signUpOver(url: string, address: string, name: string) {
  const visitor = visitorOver(url, address);
  const until = Date.now() + SIGNED_UP_WITHIN_MS;
  for (;;) {
    try {
      return { visitor, address, ...(await visitor.signUpAs(name)) };
    } catch (error) {
      if (!String(error).includes('sign-up: 503') || Date.now() > until) throw error;
      await wait(500);
    }
  }
}

/** An order that was confirmed: its payment's reference, its id, and when the request that it answers was sent and answered. */
export type Confirmed = { reference: string; orderId: string; sentAt: number; at: number };

export type Load = Awaited<ReturnType<typeof startShoppers>>;

/**
 * Lets shoppers order one piece after the other: cart, checkout, order. Whoever is told to come again, or isn't answered, sends the very
 * same again until it is answered. `stop` lets each end what they began; what no shopper should be told is in `complaints`.
 */
export async function startShoppers(shoppers: readonly Visitor[], artworkId: string, { pauseMillis = 200 } = {}) {
  const confirmed: Confirmed[] = [];
  const complaints: string[] = [];
  const statuses = new Map<number, number>();
  let isOver = false;

  /** Sends until there is an answer other than "in a moment"; undefined when the shop hangs or says what it should not. */
  const insist = async (what: string, send: () => Promise<Response>, isFine: (status: number) => boolean) => {
    for (;;) {
      const sentAt = performance.now();
      // A connection that broke says nothing of the order.
      const response = await send().catch((error: unknown) => {
        statuses.set(0, (statuses.get(0) ?? 0) + 1);
        return void (error instanceof Error && error.name === 'TimeoutError' && complaints.push(`${what}: no answer`));
      });
      if (response) statuses.set(response.status, (statuses.get(response.status) ?? 0) + 1);
      if (response && isFine(response.status)) return { response, sentAt };
      if (response && response.status !== 503) {
        complaints.push(`${what}: ${response.status} ${(await response.text()).slice(0, 200)}`);
        return undefined;
      }
      if (response && !response.headers.has('Retry-After')) complaints.push(`${what}: 503 without Retry-After`);
      await response?.body?.cancel();
      await wait(pauseMillis);
    }
  };
  const order = async (shopper: Visitor) => {
    const added = await insist(
      'cart',
      () => shopper.post('/visitor-state', { intent: 'add', artworkId, quantity: '1' }),
      (status) => status < 400,
    );
    await added?.response.body?.cancel();
    const page = await insist(
      'checkout',
      () => shopper.ask('/checkout'),
      (status) => status === 200,
    );
    if (!page) return;
    const form = new URLSearchParams(fieldsOf(await page.response.text()));
    const { country: _country, ...typed } = ADDRESS;
    const reference = newReference();
    for (const [name, value] of Object.entries({ ...typed, paymentMethod: 'manual', paymentReferenceId: reference }))
      form.set(name, value);
    const placed = await insist(
      'order',
      () => shopper.ask('/checkout', { method: 'POST', body: form }),
      (status) => status === 303,
    );
    if (!placed) return;
    const [, orderId = ''] = /placed=([0-9a-f-]{36})/.exec(placed.response.headers.get('Location') ?? '') ?? [];
    confirmed.push({ reference, orderId, sentAt: placed.sentAt, at: performance.now() });
  };
  const running = shoppers.map(async (shopper) => {
    while (!isOver) {
      await order(shopper);
      await wait(pauseMillis);
    }
  });
  return {
    confirmed,
    complaints,
    statuses,
    stop: async () => {
      isOver = true;
      await Promise.all(running);
    },
  };
}
