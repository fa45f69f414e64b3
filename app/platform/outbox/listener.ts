import type { Shop } from '#app/platform/shop.server.ts';
import type { Events } from './outbox.server.ts';

/** `id` identifies the event over all attempts, which count from 1. */
export type Delivery = { id: string; attempt: number };

/**
 * Handles an event, at least once and outside any transaction, so it must be idempotent. An error brings the event back
 * later. `name` is stored with the event, so renaming it delivers again.
 */
export type ListenerOn<Name extends keyof Events> = {
  name: string;
  on: Name;
  handle(shop: Shop, payload: Events[Name], delivery: Delivery): Promise<void>;
  /** Called once, in the transaction that gives the event up; may only write to the database. */
  onDead?(shop: Shop, payload: Events[Name], lastError: string): Promise<void>;
};

export type Listener = { [Name in keyof Events]: ListenerOn<Name> }[keyof Events];
