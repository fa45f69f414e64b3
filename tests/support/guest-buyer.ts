import { expect } from 'vitest';
import { insertArtwork } from './artworks.ts';
import type { RequestShop, Visitor } from './request-shop.ts';

let guests = 0;

/** Orders are limited by phone and email, so each buyer has both. */
export const newBuyer = () => {
  guests += 1;
  return { name: 'Ila Pant', email: `ila${guests}@example.in`, phone: `98765${String(10_000 + guests)}` };
};

export async function fillCart(shop: RequestShop, visitor: Visitor, quantity = 1): Promise<string> {
  const { id } = await insertArtwork(shop.database, { title: `Lamp ${crypto.randomUUID()}`, stockCount: 20 });
  await visitor.post('/visitor-state', { intent: 'add', artworkId: id, quantity: String(quantity) });
  return id;
}

export async function asGuest(visitor: Visitor, contact = newBuyer()) {
  const answer = await visitor.post('/checkout/guest', contact);
  expect([answer.status, answer.headers.get('location')]).toEqual([303, '/checkout']);
  return contact;
}
