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

/** Runs `work` in a transaction. `refuse` rolls it back and returns its refusal. */
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
    if (error instanceof Undone) return error.refusal as Refusal;
    throw error;
  }
}
