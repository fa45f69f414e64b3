import type { Shop } from '#app/platform/shop.server.ts';
import type { Events } from './outbox.server.ts';

/** `id` is the same for all attempts of an event. `attempt` counts from 1. */
export type Delivery = { id: string; attempt: number };

/**
 * Handles an event at least once, outside any transaction, so it must be idempotent. `name` is stored, so changing it
 * would deliver events again.
 */
export type ListenerOn<Name extends keyof Events> = {
  name: string;
  on: Name;
  handle(shop: Shop, payload: Events[Name], delivery: Delivery): Promise<void>;
  /** Runs once in the transaction that gives up on the event. Must only write to the database. */
  onDead?(shop: Shop, payload: Events[Name], lastError: string): Promise<void>;
};

export type Listener = { [Name in keyof Events]: ListenerOn<Name> }[keyof Events];
