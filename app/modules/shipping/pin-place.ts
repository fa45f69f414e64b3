import type { StateOrTerritory } from '#app/basics/india.ts';

/** Where a PIN code lies. */
export type PinPlace = { city: string; state: StateOrTerritory };
