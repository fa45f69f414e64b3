import type { LiveUpdate } from '#app/basics/live-update.ts';

/** Every update is a new object. */
export type LiveOutlet = { lastUpdate: Partial<LiveUpdate> };
