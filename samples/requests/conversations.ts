import { randomUUID } from 'node:crypto';
import { dayInIndia } from '#app/basics/india.ts';
import { rupees } from '#app/basics/money.ts';
import { earliestFinishOf } from '#app/modules/requests/calendar/calendar.server.ts';
import { sampleId } from '#app/modules/catalogue/artworks/artwork.ts';
import { advanceOf, QUOTE_VALID_DAYS, type QuoteLine, totalOf } from '#app/modules/requests/requests/request.ts';
import { acceptQuote, askChange, sendQuote } from '#app/modules/requests/requests/quotes.server.ts';
import {
  confirmFabric,
  expectFabric,
  receiveFabric,
  recordStage,
} from '#app/modules/requests/requests/stages.server.ts';
import { openForStudio, openOwn } from '#app/modules/requests/requests/access.server.ts';
import { sendMessage } from '#app/modules/requests/requests/conversations.server.ts';
import { sendCustomOrder } from '#app/modules/requests/requests/requests.server.ts';
import { customOrderSchema } from '#app/modules/requests/requests/forms.ts';
import { listMyRequests } from '#app/modules/requests/requests/read-requests.server.ts';
import { giveReference, verifyPayment } from '#app/modules/payments/payments/payments.server.ts';
import type { Shop } from '#app/platform/shop.server.ts';
import { daysAgo } from '#samples/days.ts';
import type { Customer, SamplePerson } from '#samples/identity/people.ts';

const DUPATTA = 1;
const SAREE = 2;
const GOWN_PANEL = 3;

/** Creates three requests: a new one, one with a second quote after a change, and one in progress. */
export async function makeSampleConversations(shop: Shop, customers: Record<SamplePerson, Customer>): Promise<void> {
  await askForDupatta(shop, customers.farida);
  await quoteSaree(shop, customers.meera);
  await paintGownPanel(shop, customers.asha);
}

async function askForDupatta(shop: Shop, farida: Customer): Promise<void> {
  const requestId = await ask(farida.contextFor(daysAgo(shop, 0.7)), farida, {
    artwork: DUPATTA,
    fabricSource: 'client_provided',
    fabricNotes: 'A dupatta of ivory chanderi, two and a half metres',
    designStyle: 'The fish, but smaller, and only along the two ends. Indigo and madder.',
    wantStitching: 'no',
    neededBy: dayInIndia(daysAgo(shop, -60)),
  });
  await expectMetres(farida.contextFor(daysAgo(shop, 0.69)), requestId, 250);
  await sendAsStudio(
    { ...shop, now: daysAgo(shop, 0.5) },
    requestId,
    'Has the chanderi been washed once? Then the colours hold.',
  );
  await sendAsCustomer(
    farida.contextFor(daysAgo(shop, 0.3)),
    requestId,
    'Not yet. I will wash it before I send it to you.',
  );
}

async function quoteSaree(shop: Shop, meera: Customer): Promise<void> {
  const requestId = await ask(meera.contextFor(daysAgo(shop, 5)), meera, {
    artwork: SAREE,
    fabricSource: 'purchase_for_me',
    fabricNotes: 'Tussar silk',
    designStyle: 'Lotus medallions along the pallu, and a cow at each corner.',
    wantStitching: 'no',
  });
  const quoteId = await quote({ ...shop, now: daysAgo(shop, 4.5) }, requestId, {
    workHours: 18,
    lines: [
      { kind: 'fabric', title: 'Tussar silk, 5.5 metres', amount: rupees(4200) },
      { kind: 'painting', title: 'Pallu and four corners', amount: rupees(9800) },
      { kind: 'shipping', title: 'Insured parcel to Bengaluru', amount: rupees(200) },
    ],
  });
  const then = meera.contextFor(daysAgo(shop, 3));
  const access = await openOwn(then, requestId);
  unwrap(
    await askChange(then, access, {
      quoteId,
      text: 'Could the corners stay plain? The pallu alone is what I am after.',
    }),
  );
  await quote({ ...shop, now: daysAgo(shop, 2) }, requestId, {
    workHours: 12,
    lines: [
      { kind: 'fabric', title: 'Tussar silk, 5.5 metres', amount: rupees(4200) },
      { kind: 'painting', title: 'Pallu', amount: rupees(6900) },
      { kind: 'shipping', title: 'Insured parcel to Bengaluru', amount: rupees(200) },
    ],
  });
}

async function paintGownPanel(shop: Shop, asha: Customer): Promise<void> {
  const at = (days: number): Shop => ({ ...shop, now: daysAgo(shop, days) });
  const requestId = await ask(asha.contextFor(daysAgo(shop, 16)), asha, {
    artwork: GOWN_PANEL,
    fabricSource: 'client_provided',
    fabricNotes: 'Four metres of green mulberry silk',
    designStyle: 'The peacock on the left side alone, its feathers down to the hem.',
    wantStitching: 'yes',
    measurements: 'Bust 92 cm, waist 76 cm, length 140 cm',
  });
  await expectMetres(asha.contextFor(daysAgo(shop, 15.9)), requestId, 400);
  const quoteId = await quote(at(15), requestId, {
    workHours: 14,
    readyOn: dayInIndia(daysAgo(shop, -10)),
    lines: [
      { kind: 'painting', title: 'Peacock, on your silk', amount: rupees(7400) },
      { kind: 'stitching', title: 'Gown, to your measurements', amount: rupees(2600) },
      { kind: 'shipping', title: 'Insured parcel to Almora', amount: rupees(150) },
    ],
  });
  const then = asha.contextFor(daysAgo(shop, 14));
  const { orderId } = unwrap(
    await acceptQuote(then, await openOwn(then, requestId), {
      quoteId,
      name: asha.name,
      shippingAddress: { ...asha.address, name: asha.name, email: asha.email, phone: asha.phone },
    }),
  );
  unwrap(await giveReference(asha.contextFor(daysAgo(shop, 13.9)), { orderId, paymentReferenceId: '531066204417' }));
  unwrap(await verifyPayment(at(13.5), { orderId, verification: 'matched' }));
  unwrap(
    await receiveFabric(at(9), await openForStudio(at(9), requestId), {
      key: randomUUID(),
      centimetres: 398,
      marks: 'A faint fold across the middle, which ironing takes out.',
    }),
  );
  const seen = asha.contextFor(daysAgo(shop, 8.5));
  unwrap(await confirmFabric(seen, await openOwn(seen, requestId)));
  const update = { asksApproval: false };
  unwrap(
    await recordStage(at(6), await openForStudio(at(6), requestId), {
      ...update,
      key: randomUUID(),
      stage: 'design',
      note: 'Drawn in chalk, with the feathers turned a little towards the hem.',
    }),
  );
  unwrap(
    await recordStage(at(2), await openForStudio(at(2), requestId), {
      ...update,
      key: randomUUID(),
      stage: 'painting',
      note: 'The outline stands, and the first blue is dry. The green comes next.',
    }),
  );
}

async function ask(
  shop: Shop,
  { name, email, phone }: Customer,
  {
    artwork,
    ...answers
  }: { artwork: number } & Record<'fabricSource' | 'fabricNotes' | 'designStyle' | 'wantStitching', string> & {
      measurements?: string;
      neededBy?: string;
    },
): Promise<string> {
  const form = customOrderSchema.parse({
    ...answers,
    key: randomUUID(),
    artworkId: sampleId(artwork),
    name,
    email,
    phone,
  });
  const { number } = unwrap(await sendCustomOrder(shop, { ...form, uploadKey: undefined }));
  return (await listMyRequests(shop)).find((request) => request.number === number)!.id;
}

async function quote(
  shop: Shop,
  requestId: string,
  { workHours, lines, readyOn }: { workHours: number; lines: QuoteLine[]; readyOn?: string },
): Promise<string> {
  const { total } = totalOf(lines);
  const { id } = unwrap(
    await sendQuote(shop, await openForStudio(shop, requestId), {
      key: randomUUID(),
      lines,
      included: 'Colours fixed by steam, washed once, and photos while we paint.',
      freeChanges: 1,
      earliestFinish: readyOn ?? (await earliestFinishOf(shop, { hours: workHours }))!,
      validDays: QUOTE_VALID_DAYS,
      advance: advanceOf(total, 50),
      asksApproval: false,
      feeBeforePainting: 0,
      feeOncePainting: 100,
      workHours,
    }),
  );
  return id;
}

async function sendAsStudio(shop: Shop, requestId: string, body: string): Promise<void> {
  unwrap(await sendMessage(shop, await openForStudio(shop, requestId), { key: randomUUID(), body }));
}

async function sendAsCustomer(shop: Shop, requestId: string, body: string): Promise<void> {
  unwrap(await sendMessage(shop, await openOwn(shop, requestId), { key: randomUUID(), body }));
}

async function expectMetres(shop: Shop, requestId: string, centimetres: number): Promise<void> {
  unwrap(await expectFabric(shop, await openOwn(shop, requestId), { centimetres }));
}

/** A refusal means that the sample is wrong. */
function unwrap<Value>(result: { ok: true; value: Value } | { ok: false; reason: string }): Value {
  if (!result.ok) throw new Error(`a sample commission was refused: ${result.reason}`);
  return result.value;
}
