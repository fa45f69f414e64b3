import type { Shop } from '#app/platform/shop.server.ts';
import type { Events } from './outbox.server.ts';

/** Which delivery this is: `id` names the event however often it comes, `attempt` counts from 1. */
export type Delivery = { id: string; attempt: number };

/**
 * Who hears of one event. It is called at least once and holds no transaction, so a repeat must be harmless; what it
 * throws brings the event back later. `name` is stored with the event: renaming one delivers again.
 */
export type ListenerOn<Name extends keyof Events> = {
  name: string;
  on: Name;
  handle(shop: Shop, payload: Events[Name], delivery: Delivery): Promise<void>;
  /** Called once, in the transaction that gives the event up after the last try; may only write to the database. */
  onDead?(shop: Shop, payload: Events[Name], lastError: string): Promise<void>;
};

export type Listener = { [Name in keyof Events]: ListenerOn<Name> }[keyof Events];
