import type { LiveUpdate } from '#app/basics/live-update.ts';

/** A new object for every update. */
export type LiveOutlet = { lastUpdate: Partial<LiveUpdate> };
