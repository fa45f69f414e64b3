/** A value, or a refusal whose text is in the module's messages.ts. */
export type Result<Value, Refusal extends Refused = never> = Done<Value> | Refusal;

export type Done<Value> = { readonly ok: true; readonly value: Value };
export type Refused<Reason extends string = string, Data = unknown> = {
  readonly ok: false;
  readonly reason: Reason;
  readonly data: Data;
};

export function done(): Done<undefined>;
export function done<Value>(value: Value): Done<Value>;
export function done(value?: unknown): Done<unknown> {
  return { ok: true, value };
}

export function refused<Reason extends string>(reason: Reason): Refused<Reason, undefined>;
export function refused<Reason extends string, Data>(reason: Reason, data: Data): Refused<Reason, Data>;
export function refused(reason: string, data?: unknown): Refused {
  return { ok: false, reason, data };
}
