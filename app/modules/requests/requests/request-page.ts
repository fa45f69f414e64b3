import type { Paise } from '#app/basics/money.ts';
import type { getRequestPage } from './request-page.server.ts';
import type { Stage } from './request.ts';

type PictureId = { id: string };

/** What happened, in its order. `isMine`: by the side that looks. */
export type TimelineEntry =
  | {
      kind: 'message';
      id: string;
      at: Date;
      sender: 'customer' | 'studio';
      isMine: boolean;
      body: string;
      pictures: PictureId[];
      /** When the other side saw it. */
      seenAt: Date | null;
    }
  | { kind: 'quote'; id: string; at: Date; version: number; total: Paise }
  | { kind: 'change-asked'; id: string; at: Date; version: number; text: string }
  | { kind: 'accepted'; id: string; at: Date; version: number; byName: string; orderNumber: string }
  | {
      kind: 'stage';
      id: string;
      at: Date;
      stage: Stage;
      note: string;
      pictures: PictureId[];
      asksApproval: boolean;
      approvedAt: Date | null;
      changeWanted: string | null;
    }
  | { kind: 'payment'; id: string; at: Date; amount: Paise; isFound: boolean };

/** All that the page of a request shows to one side. */
export type RequestPage = Awaited<ReturnType<typeof getRequestPage>>;

/** A version of a quote, as both sides read it. */
export type Quote = RequestPage['quotes'][number];

/** The newest message of the other side that a page shows: up to it this side has seen them all. */
export const newestMessageOf = ({ timeline }: Pick<RequestPage, 'timeline'>): string | undefined =>
  timeline.findLast((entry) => entry.kind === 'message' && !entry.isMine)?.id;
