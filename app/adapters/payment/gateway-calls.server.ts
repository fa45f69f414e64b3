import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import { paise, type Paise } from '#app/basics/money.ts';
import { toOneLine } from '#app/basics/one-line.ts';

export type Warn = (about: Record<string, unknown>, message: string) => void;

export type CallOptions = { answersWithinMs?: number };

const ANSWERS_WITHIN_MS = 8_000;

export type Reply<Value> = { ok: true; value: Value } | { ok: false; status: number; body: unknown };

type Call = {
  url: string;
  headers?: Record<string, string>;
  json?: unknown;
  form?: Record<string, string>;
  /** Cancels several related calls together. Without this signal, each call has its own timeout. */
  signal?: AbortSignal;
};

/**
 * Calls a gateway without retries. After a timeout (8 seconds), 5xx or unreadable answer, returns undefined and logs
 * the failure without secrets.
 */
export function gatewayCalls(name: string, warn: Warn, { answersWithinMs = ANSWERS_WITHIN_MS }: CallOptions) {
  const deadline = () => AbortSignal.timeout(answersWithinMs);
  async function call<Schema extends z.ZodType>(
    { url, headers, json, form, signal = deadline() }: Call,
    schema: Schema,
  ): Promise<Reply<z.output<Schema>> | undefined> {
    const path = new URL(url).pathname;
    try {
      const response = await fetch(url, {
        method: json !== undefined || form ? 'POST' : 'GET',
        headers: {
          accept: 'application/json',
          ...(json !== undefined ? { 'content-type': 'application/json' } : {}),
          ...headers,
        },
        body: form ? new URLSearchParams(form) : json === undefined ? undefined : JSON.stringify(json),
        signal,
        redirect: 'error',
      });
      const text = await response.text();
      if (response.ok) return { ok: true, value: schema.parse(JSON.parse(text)) };
      warn({ status: response.status, path }, `${name} refused`);
      const body = readJson(text);
      // A proxy may have sent this answer, so it is not a refusal by the gateway.
      if (response.status >= 500 || response.status === 429 || body === undefined) return undefined;
      return { ok: false, status: response.status, body };
    } catch (error) {
      warn({ err: error, path }, `${name} could not be asked`);
      return undefined;
    }
  }
  return { call, deadline };
}

export function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Matches a gateway's ids. Payment references have at least 6 characters; other ids may be shorter. */
export const gatewayId = z.string().regex(/^[\w@.:-]{1,64}$/);
export const gatewayPaymentId = z.string().regex(/^[\w@.:-]{6,64}$/);
export const gatewayText = z.string().transform((text) => toOneLine(text.toWellFormed()).slice(0, 300) || undefined);
export const currencyCode = z.string().regex(/^[A-Z]{3}$/);
export const paiseAmount = z.number().int().nonnegative().transform(paise);

const DECIMAL = /^(-?)(\d{1,10})(?:\.(\d{1,2}))?$/;
/** Parses rupees with up to two decimals as exact paise. */
export const rupeeText = z
  .string()
  .regex(DECIMAL)
  .transform((text): Paise => {
    const [, sign, whole, fraction = ''] = DECIMAL.exec(text)!;
    return paise((sign ? -1 : 1) * (Number(whole) * 100 + Number(fraction.padEnd(2, '0'))));
  });

export const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
export const hmacSha256 = (secret: string, text: string): string =>
  createHmac('sha256', secret).update(text).digest('hex');

export function isSameSecret(expected: string, given: string): boolean {
  const [one, other] = [Buffer.from(expected), Buffer.from(given)];
  return one.length === other.length && timingSafeEqual(one, other);
}

export function secondsOfDay(day: string): { from: number; to: number } {
  const from = Date.parse(`${day}T00:00:00+05:30`) / 1000;
  return { from, to: from + 24 * 60 * 60 - 1 };
}

const MAX_PAGES = 200;

export async function everyPage<Item>(
  pageSize: number,
  read: (page: number) => Promise<Item[] | undefined>,
): Promise<Item[] | undefined> {
  const all: Item[] = [];
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const items = await read(page);
    if (!items) return undefined;
    all.push(...items);
    if (items.length < pageSize) return all;
  }
  return undefined;
}
