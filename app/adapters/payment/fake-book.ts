import { appendFileSync, closeSync, fstatSync, mkdirSync, openSync, readSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Paise } from '#app/basics/money.ts';
import type { GatewayAnswer } from '#app/modules/payments/payments/provider.ts';

type FakeRecord =
  | { kind: 'order'; providerOrderId: string; amount: Paise }
  | { kind: 'paid'; providerOrderId: string; paymentId: string }
  | { kind: 'failed'; providerOrderId: string; paymentId?: string; reason: string }
  | { kind: 'refund'; key: string; refundId: string };

/** Orders and refunds of a fake gateway, in memory or in a `file` that all processes of a demo share. */
export function openFakeBook(file?: string) {
  const orders = new Map<string, { amount: Paise | undefined; answer: GatewayAnswer }>();
  const refunds = new Map<string, string>();
  let readUpTo = 0;

  const take = (record: FakeRecord) => {
    if (record.kind === 'refund') {
      if (!refunds.has(record.key)) refunds.set(record.key, record.refundId);
      return;
    }
    const { kind, providerOrderId } = record;
    const known = orders.get(providerOrderId);
    if (kind === 'order') {
      if (!known)
        orders.set(providerOrderId, { amount: record.amount, answer: { outcome: 'pending', providerOrderId } });
    } else if (known?.answer.outcome === 'paid') {
      return;
    } else if (kind === 'failed') {
      const { paymentId, reason } = record;
      const answer = { outcome: 'failed', providerOrderId, paymentId, reason, notDebited: true } as const;
      orders.set(providerOrderId, { amount: known?.amount, answer });
    } else if (known?.amount !== undefined) {
      const { paymentId } = record;
      known.answer = { outcome: 'paid', providerOrderId, paymentId, amount: known.amount, currency: 'INR' };
    }
  };
  const readNew = () => {
    if (file === undefined) return;
    let bytes = bytesFrom(file, readUpTo);
    if (!bytes) {
      orders.clear();
      refunds.clear();
      readUpTo = 0;
      bytes = bytesFrom(file, 0) ?? Buffer.alloc(0);
    }
    // Another process may still be writing the last line.
    const whole = bytes.subarray(0, bytes.lastIndexOf('\n') + 1);
    readUpTo += whole.length;
    for (const line of whole.toString().split('\n')) {
      const record = readLine(line);
      if (record) take(record);
    }
  };

  return {
    write(record: FakeRecord): void {
      if (file === undefined) return take(record);
      mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
      // Starts a new line, because an interrupted process may have left an incomplete one.
      appendFileSync(file, `\n${JSON.stringify(record)}\n`, { mode: 0o600 });
    },
    orderOf(providerOrderId: string) {
      readNew();
      return orders.get(providerOrderId);
    },
    refundOf(key: string): string | undefined {
      readNew();
      return refunds.get(key);
    },
  };
}

function bytesFrom(file: string, from: number): Buffer | undefined {
  let opened: number;
  try {
    opened = openSync(file, 'r');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
  try {
    const { size } = fstatSync(opened);
    if (size < from) return undefined;
    const bytes = Buffer.alloc(size - from);
    return bytes.subarray(0, readSync(opened, bytes, 0, bytes.length, from));
  } finally {
    closeSync(opened);
  }
}

function readLine(line: string): FakeRecord | undefined {
  try {
    return JSON.parse(line) as FakeRecord;
  } catch {
    return undefined;
  }
}
