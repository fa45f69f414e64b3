import { setTimeout as wait } from 'node:timers/promises';
import { ADDRESS, newReference } from './checkout.ts';
import { fieldsOf } from './html.ts';
import { type Visitor, visitorOf } from './request-shop.ts';

const ANSWERS_WITHIN_MS = 40_000;
const SIGNED_UP_WITHIN_MS = 30_000;

/** `address` is the client address that the visitor's proxy reports. */
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

export type Confirmed = { reference: string; orderId: string; sentAt: number; at: number };

export type Load = Awaited<ReturnType<typeof startShoppers>>;

/** `stop` lets the shoppers finish. `complaints` contains unexpected answers. */
export async function startShoppers(shoppers: readonly Visitor[], artworkId: string, { pauseMillis = 200 } = {}) {
  const confirmed: Confirmed[] = [];
  const complaints: string[] = [];
  const statuses = new Map<number, number>();
  let isOver = false;

  const insist = async (what: string, send: () => Promise<Response>, isFine: (status: number) => boolean) => {
    for (;;) {
      const sentAt = performance.now();
      // A broken connection says nothing about the order.
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
