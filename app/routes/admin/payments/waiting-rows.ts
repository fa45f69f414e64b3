import { useState } from 'react';
import { useLocation } from 'react-router';
import type { ClaimToConfirm } from '#app/modules/payments/payments/payments.server.ts';
import type { Matching, MatchResult } from '#app/modules/payments/bank/match.ts';
import type { Confirmed, ConfirmedUndo } from './confirmed.ts';

export type WaitingRow = {
  order: ClaimToConfirm;
  matchResult: MatchResult;
  anchor: string;
};

const RANK: Record<MatchResult['kind'], number> = {
  agree: 0,
  differs: 1,
  'names-other': 2,
  contested: 2,
  maybe: 3,
  none: 4,
};
const NONE: MatchResult = { kind: 'none' };

/** Returns the rows: first the rows with a bank line, last the rows of cancelled orders. */
export function sortedRows(orders: readonly ClaimToConfirm[], matching: Matching): WaitingRow[] {
  const seen = new Set<string>();
  return orders
    .map((order) => {
      const anchor = seen.has(order.orderId) ? `payment-${order.id}` : `order-${order.orderId}`;
      seen.add(order.orderId);
      return { order, matchResult: matching.matchResults.get(order.id) ?? NONE, anchor };
    })
    .toSorted((a, b) => rankOf(a) - rankOf(b));
}

const rankOf = ({ order, matchResult }: WaitingRow): number =>
  matchResult.kind === 'none' && order.orderStatus === 'cancelled' ? RANK.none + 1 : RANK[matchResult.kind];

export type ConfirmedRow = WaitingRow & { position: number; height: number; undo: ConfirmedUndo | undefined };

type SentRow = WaitingRow & { position: number; height: number; sentFrom: string };

/** Keeps confirmed rows in their places, so that no row moves under the finger. */
export function useConfirmedRows(
  orders: readonly ClaimToConfirm[],
  rows: readonly WaitingRow[],
  confirmed: Confirmed | undefined,
) {
  const { key } = useLocation();
  const [sent, setSent] = useState<ReadonlyMap<string, SentRow>>(new Map());
  const [known, setKnown] = useState({ orders, undoOf: new Map<string, ConfirmedUndo | undefined>() });
  const waiting = new Set(orders.map(({ id }) => id));
  if (known.orders !== orders)
    setKnown({
      orders,
      undoOf: new Map([
        ...[...known.undoOf].filter(([id]) => !waiting.has(id)),
        ...(confirmed?.payments ?? []).map(({ id }) => [id, confirmed?.undo] as const),
      ]),
    });
  const shown: (WaitingRow | ConfirmedRow)[] = [...rows];
  for (const row of [...sent.values()].toSorted((a, b) => a.position - b.position)) {
    const { order, matchResult, anchor, position, sentFrom } = row;
    if (waiting.has(order.id)) continue;
    if (known.undoOf.has(order.id)) shown.splice(position, 0, { ...row, undo: known.undoOf.get(order.id) });
    // A row that unmounts before its answer arrives would lose the redirect.
    else if (sentFrom === key) shown.splice(position, 0, { order, matchResult, anchor });
  }
  const keep = (ids: readonly string[]) =>
    setSent(
      new Map([
        ...sent,
        ...shown.flatMap((row, position) => {
          if (!ids.includes(row.order.id)) return [];
          const placed = { ...row, position, height: heightOf(row.anchor), sentFrom: key };
          return [[row.order.id, placed] as const];
        }),
      ]),
    );
  return { shown, keep };
}

const heightOf = (anchor: string): number => document.getElementById(anchor)?.getBoundingClientRect().height ?? 0;
