import type { StateOrTerritory } from '#app/basics/states.ts';

/** Where a PIN code lies. */
export type PinPlace = { city: string; state: StateOrTerritory };
