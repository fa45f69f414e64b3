import { isStillToPaint } from '#app/modules/requests/requests/request.ts';
import type { RequestPage, Quote, TimelineEntry } from '#app/modules/requests/requests/request-page.ts';

export type NextAnswer =
  | { to: 'quote' | 'lapsed-quote'; quote: Quote }
  | { to: 'design'; design: Extract<TimelineEntry, { kind: 'stage' }> }
  | { to: 'cloth' | 'send-cloth'; fabric: NonNullable<RequestPage['fabric']> };

export function nextAnswer({
  state,
  quotes: [newest],
  timeline,
  fabric,
  waiting,
}: Pick<RequestPage, 'state' | 'quotes' | 'timeline' | 'fabric' | 'waiting'>): NextAnswer | undefined {
  if (state === 'quoted' && newest) return { to: newest.standing === 'open' ? 'quote' : 'lapsed-quote', quote: newest };
  const design = timeline.findLast((entry) => entry.kind === 'stage' && entry.stage === 'design');
  if (
    state === 'design' &&
    design?.kind === 'stage' &&
    design.asksApproval &&
    !design.approvedAt &&
    design.changeWanted === null
  )
    return { to: 'design', design };
  if (isStillToPaint(state) && fabric?.receivedAt && !fabric.confirmedAt) return { to: 'cloth', fabric };
  if (waiting?.what === 'fabric' && fabric) return { to: 'send-cloth', fabric };
  return undefined;
}
