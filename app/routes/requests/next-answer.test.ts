import { expect, test } from 'vitest';
import { rupees } from '#app/basics/money.ts';
import type { RequestPage, Quote, TimelineEntry } from '#app/modules/requests/requests/request-page.ts';
import { nextAnswer } from './next-answer.ts';

const AT = new Date('2026-11-24T10:00:00Z');
const quote = (standing: Quote['standing']): Quote => ({
  id: 'a quote',
  version: 1,
  lines: [],
  included: '',
  freeChanges: 0,
  earliestFinish: '2026-12-24',
  validUntil: AT,
  total: rupees(5000),
  advance: rupees(2500),
  asksApproval: true,
  isService: false,
  feeBeforePainting: 0,
  feeOncePainting: 100,
  workHours: 8,
  createdAt: AT,
  standing,
  changeAsked: null,
  acceptedAt: null,
  acceptedByName: null,
  acceptedVia: null,
});
const design = (id: string, approvedAt: Date | null = null): TimelineEntry => ({
  kind: 'stage',
  id,
  at: AT,
  stage: 'design',
  note: '',
  pictures: [],
  asksApproval: true,
  approvedAt,
  changeWanted: null,
});
const CAME = { expectedCm: null, receivedCm: 540, marks: '', receivedAt: AT, confirmedAt: null, leftCm: null };
const next = (state: RequestPage['state'], page: Partial<Parameters<typeof nextAnswer>[0]>) =>
  nextAnswer({ quotes: [], timeline: [], fabric: null, waiting: null, ...page, state });

test('a quote is answerable only while it and its request are open', () => {
  expect(next('quoted', { quotes: [quote('open')] })?.to).toBe('quote');
  expect(next('quoted', { quotes: [quote('lapsed')] })?.to).toBe('lapsed-quote');
  for (const state of ['withdrawn', 'rejected', 'agreed', 'cancelled'] as const)
    expect(next(state, { quotes: [quote('open')] })).toBeUndefined();
});

test('asks only about the newest design, before painting', () => {
  expect(next('design', { timeline: [design('one'), design('two')] })).toMatchObject({ design: { id: 'two' } });
  expect(next('design', { timeline: [design('one'), design('two', AT)] })).toBeUndefined();
  for (const state of ['painting', 'cancelled'] as const)
    expect(next(state, { timeline: [design('one')] })).toBeUndefined();
});

test('fabric needs confirmation before it is painted', () => {
  expect(next('fabric-in', { fabric: CAME })?.to).toBe('cloth');
  expect(next('fabric-in', { fabric: { ...CAME, confirmedAt: AT } })).toBeUndefined();
  expect(next('cancelled', { fabric: CAME })).toBeUndefined();
});

test('the customer’s own fabric is requested when the order waits for it', () => {
  const fabric = { ...CAME, receivedAt: null, receivedCm: null };
  expect(next('agreed', { fabric, waiting: { for: 'customer', what: 'fabric', until: null } })?.to).toBe('send-cloth');
  expect(next('agreed', { fabric, waiting: { for: 'customer', what: 'advance', until: null } })).toBeUndefined();
});
