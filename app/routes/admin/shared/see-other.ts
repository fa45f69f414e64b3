import { redirect } from 'react-router';
import { listSearchWith } from './list-search.ts';

/** Goes on from an action to a page: keeps the list's part of the address, and says there what came of it. */
export const seeOther = (path: string, { searchParams }: URL, outcome: Record<string, string | undefined> = {}) =>
  redirect(`${path}${listSearchWith(searchParams, outcome)}`, 303);
