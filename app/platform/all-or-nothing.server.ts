import { type Done, type Refused, done } from '#app/basics/result.ts';
import { inTransaction, type Shop } from '#app/platform/shop.server.ts';

class Undone extends Error {
  override name = 'Undone';
  readonly refusal: Refused;
  constructor(refusal: Refused) {
    super(refusal.reason);
    this.refusal = refusal;
  }
}

/** Runs `work` in a transaction that a refusal rolls back: `refuse` leaves it at once, and its refusal is returned. */
export async function allOrNothing<Value, Refusal extends Refused>(
  shop: Shop,
  work: (shop: Shop, refuse: (refusal: Refusal) => never) => Promise<Value>,
): Promise<Done<Value> | Refusal> {
  const refuse = (refusal: Refusal): never => {
    throw new Undone(refusal);
  };
  try {
    return done(await inTransaction(shop, (inside) => work(inside, refuse)));
  } catch (error) {
    // Only this function throws Undone, so the refusal is this call's.
    if (error instanceof Undone) return error.refusal as Refusal;
    throw error;
  }
}
