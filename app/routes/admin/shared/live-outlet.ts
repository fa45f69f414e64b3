import type { LiveUpdate } from '#app/basics/live-update.ts';

/** The last live update, for the screens in the admin layout; a new object at every update. */
export type LiveOutlet = { lastUpdate: Partial<LiveUpdate> };
