import type { Paise } from '#app/basics/money.ts';
import type { Medium } from '#app/modules/catalogue/artworks/medium.ts';
import type { FabricSource } from './custom-order.ts';
import type { OrderStatus, Verification } from '#app/modules/orders/orders/order.ts';
import type { AccessBy, NotYet, QuoteLine, REQUEST_KINDS, RequestState, Stage, Waiting } from './request.ts';

/** A version of a quote, as both sides read it. `standing`: `open` can be accepted; of `ended` the request ended otherwise. */
export type Quote = {
  id: string;
  version: number;
  lines: QuoteLine[];
  included: string;
  freeChanges: number;
  /** A day: '2026-12-24'. */
  earliestFinish: string;
  validUntil: Date;
  total: Paise;
  advance: Paise;
  asksApproval: boolean;
  feeBeforePainting: number;
  feeOncePainting: number;
  workHours: number;
  createdAt: Date;
  standing: 'open' | 'lapsed' | 'ended' | 'superseded' | 'change-asked' | 'accepted';
  changeAsked: string | null;
  acceptedAt: Date | null;
  acceptedByName: string | null;
  acceptedVia: AccessBy | 'link' | null;
};

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
export type RequestPage = {
  id: string;
  number: string;
  kind: keyof typeof REQUEST_KINDS;
  side: 'studio' | 'customer';
  by: AccessBy;
  createdAt: Date;
  artwork: { id: string; title: string; image: string; category: string; medium: Medium; price: Paise | null } | null;
  customer: { name: string; email: string; phone: string };
  asked: {
    message: string;
    fabricSource: FabricSource | null;
    fabricNotes: string | null;
    designStyle: string | null;
    wantStitching: boolean | null;
    measurements: string;
    /** A day. */
    neededBy: string | null;
    inspiration: PictureId[];
  };
  state: RequestState;
  /** The piece itself was asked for and isn't in stock: one like it is made, or would be if the open quote were accepted. */
  isMadeAnew: boolean;
  waiting: Waiting | null;
  /** What painting, or the parcel, still waits for. */
  missing: { painting: NotYet | null; dispatch: NotYet | null };
  /** Why the studio rejected or cancelled it. */
  rejectionReason: string | null;
  timeline: TimelineEntry[];
  /** The newest first. */
  quotes: Quote[];
  order: {
    id: string;
    orderNumber: string;
    status: OrderStatus;
    total: Paise;
    advance: Paise | null;
    received: Paise;
    outstanding: Paise;
    /** What its customer is to pay next; 0 when nothing is. */
    payable: Paise;
    verification: Verification;
    /** Its customer gave a reference that nobody has looked up yet. */
    awaitsCheck: boolean;
  } | null;
  /** The customer's own cloth; null where the studio buys it. In centimetres. */
  fabric: {
    expectedCm: number | null;
    receivedCm: number | null;
    marks: string;
    receivedAt: Date | null;
    confirmedAt: Date | null;
    leftCm: number | null;
  } | null;
  /** What cancelling now would keep and give back; null where it can't be cancelled any more or hasn't been agreed. */
  cancelling: { cancellationFee: Paise; refunded: Paise } | null;
  photoConsentAt: Date | null;
  /** The studio's alone: the link's address; null while it is revoked. */
  link: string | null;
};

/** The newest message of the other side that a page shows: up to it this side has seen them all. */
export const newestMessageOf = ({ timeline }: Pick<RequestPage, 'timeline'>): string | undefined =>
  timeline.findLast((entry) => entry.kind === 'message' && !entry.isMine)?.id;
