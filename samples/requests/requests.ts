import { sampleId } from '#app/modules/catalogue/artworks/artwork.ts';
import { orderRequestSchema } from '#app/modules/requests/requests/forms.ts';
import { sendOrderRequest } from '#app/modules/requests/requests/requests.server.ts';
import type { Shop } from '#app/platform/shop.server.ts';
import { randomUUID } from 'node:crypto';
import { daysAgo } from '#samples/days.ts';
import type { Customer, SamplePerson } from '#samples/identity/people.ts';

const KEEPSAKE_BOX = 9;
const REQUESTS: { by: SamplePerson; at: number; message: string }[] = [
  {
    by: 'meera',
    at: 0.8,
    message:
      'A box like this for my mother’s sixtieth, by the middle of next month if you can. Blue flowers rather than red.',
  },
  {
    by: 'farida',
    at: 0.5,
    message: 'Two of these, please. They are for a wedding; the same size, but the pattern may differ.',
  },
  { by: 'vikram', at: 0.1, message: 'Will you make more of these? I can wait.' },
];

export async function sendSampleRequests(shop: Shop, customers: Record<SamplePerson, Customer>): Promise<void> {
  for (const { by, at, message } of REQUESTS) {
    const { name, email, phone, contextFor } = customers[by];
    const { terms: _accepted, ...form } = orderRequestSchema.parse({
      key: randomUUID(),
      artworkId: sampleId(KEEPSAKE_BOX),
      name,
      email,
      phone,
      message,
      terms: 'on',
    });
    const sent = await sendOrderRequest(contextFor(daysAgo(shop, at)), form);
    if (!sent.ok) throw new Error(`the sample request of ${name} was refused: ${sent.reason}`);
  }
}
