import type { NewsKind } from '#app/basics/news.ts';

/** What last rang at the desk, for the screens in its layout; a new object at every ring. */
export type DeskNews = { rung: { kind?: NewsKind; id?: string } };
