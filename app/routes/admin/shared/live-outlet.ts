import type { LiveUpdate } from '#app/basics/live-update.ts';

export type LiveOutlet = { lastUpdate: Partial<LiveUpdate> };
