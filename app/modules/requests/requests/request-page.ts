import type { Paise } from '#app/basics/money.ts';
import type { getRequestPage } from './request-page.server.ts';
import type { Stage } from './request.ts';

type PictureId = { id: string };

export type TimelineEntry =
  | {
      kind: 'message';
      id: string;
      at: Date;
      sender: 'customer' | 'studio';
      isMine: boolean;
      body: string;
      pictures: PictureId[];
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

export type RequestPage = Awaited<ReturnType<typeof getRequestPage>>;

export type Quote = RequestPage['quotes'][number];

export const newestMessageOf = ({ timeline }: Pick<RequestPage, 'timeline'>): string | undefined =>
  timeline.findLast((entry) => entry.kind === 'message' && !entry.isMine)?.id;
