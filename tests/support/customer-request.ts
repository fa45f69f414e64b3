import { rupees } from '#app/basics/money.ts';
import type { NewQuote } from '#app/modules/requests/requests/quotes.server.ts';
import type { LinkChannel, RequestAccess } from '#app/modules/requests/requests/request.ts';
import { linkOf, openByLink, openForStudio } from '#app/modules/requests/requests/access.server.ts';
import { insertRequest } from '#app/modules/requests/requests/requests.server.ts';
import { type Shop, signedIn } from '#app/platform/shop.server.ts';
import type { TestShop } from './test-shop.ts';

export type RequestChanges = Partial<Parameters<typeof insertRequest>[1]>;

export async function askForRequest(
  shop: TestShop,
  changes: RequestChanges = {},
): Promise<{ requestId: string; studio: RequestAccess }> {
  const artworkId =
    changes.artworkId ?? (await shop.makeArtwork({ medium: 'fabric', category: 'Fabric Painting', stockCount: 0 })).id;
  const stored = await insertRequest(shop.as.shop(), {
    userId: signedIn(shop.as.customer()).userId,
    kind: 'custom',
    name: 'Asha Rawat',
    email: 'customer1@bisvar.example',
    phone: '9876543210',
    message: 'Lamps along the border',
    fabricSource: 'purchase_for_me',
    ...changes,
    artworkId,
  });
  const { requestId } = stored!;
  return { requestId, studio: await openForStudio(shop.as.admin(), requestId) };
}

export const linkTokenOf = async (shop: TestShop, requestId: string, channel: LinkChannel = 'email'): Promise<string> =>
  (await linkOf(shop.as.shop(), requestId, channel))!.split('/').at(-1)!;

export async function openLink(shop: Shop, token: string): Promise<RequestAccess> {
  const opened = await openByLink(shop, token);
  if (!opened.ok) throw new Error(opened.reason);
  return opened.value;
}

export const newQuote = (changes: Partial<NewQuote> = {}): NewQuote => ({
  key: crypto.randomUUID(),
  lines: [{ kind: 'painting', title: '', amount: rupees(10_000) }],
  included: '',
  freeChanges: 1,
  earliestFinish: '2026-12-24',
  validDays: 14,
  advance: rupees(5000),
  asksApproval: false,
  feeBeforePainting: 10,
  feeOncePainting: 100,
  workHours: 24,
  ...changes,
});
