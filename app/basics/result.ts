/** What a door answers when the shop may say no: the value, or a refusal whose reason the module's messages.ts words. */
export type Result<Value, Refusal extends Refused = never> = Done<Value> | Refusal;

export type Done<Value> = { readonly ok: true; readonly value: Value };
export type Refused<Reason extends string = string, Data = unknown> = {
  readonly ok: false;
  readonly reason: Reason;
  readonly data: Data;
};

/** Wraps what was done. */
export function done(): Done<undefined>;
export function done<Value>(value: Value): Done<Value>;
export function done(value?: unknown): Done<unknown> {
  return { ok: true, value };
}

/** An ordinary "no", with what its wording needs (what is available, say). */
export function refused<Reason extends string>(reason: Reason): Refused<Reason, undefined>;
export function refused<Reason extends string, Data>(reason: Reason, data: Data): Refused<Reason, Data>;
export function refused(reason: string, data?: unknown): Refused {
  return { ok: false, reason, data };
}
