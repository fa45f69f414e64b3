import { eq, sql } from 'drizzle-orm';
import { rupees } from '#app/basics/money.ts';
import { setMissingOrigins } from '#app/modules/catalogue/artworks/artworks.server.ts';
import { artworks } from '#app/modules/catalogue/artworks/tables.server.ts';
import {
  confirmBackup,
  confirmMailTrial,
  confirmPolicies,
  mailTrialCode,
} from '#app/modules/operations/health/checklist.server.ts';
import { confirmPaymentTrial } from '#app/modules/operations/health/payee.server.ts';
import type { OpeningItemId } from '#app/modules/operations/health/checklist.ts';
import { openingChecks } from '#app/modules/operations/health/tables.server.ts';
import { opening } from '#app/modules/store/closing/tables.server.ts';
import { DEFAULT_SETTINGS } from '#app/modules/store/settings/settings.ts';
import { getSettings, updateSettings } from '#app/modules/store/settings/settings.server.ts';
import { type Shop, signedIn } from '#app/platform/shop.server.ts';

export const asLive = (context: Shop): Shop => ({
  ...context,
  config: { ...context.config, mode: 'live', smtpUrl: 'smtp://shop@mail.test:587', mailFrom: 'shop@shop.in' },
});

export async function openLiveShop({ systemContext }: { systemContext: () => Shop }): Promise<void> {
  const shop = systemContext();
  const { upi, figures, founders, promises } = DEFAULT_SETTINGS;
  const testimonials = DEFAULT_SETTINGS.testimonials.map((each) => ({ ...each, source: 'By mail', hasConsent: true }));
  await updateSettings(shop, { upi, figures, testimonials, founders, promises });
  await shop.database.insert(opening).values({ openedAt: shop.now, firstOrderAt: shop.now });
}

export async function prepareOpening(owner: Shop): Promise<void> {
  const address = '4 Mall Road, Almora 263601';
  const contact = {
    ...DEFAULT_SETTINGS.contact,
    email: 'sarla@shop.in',
    phone: '9412011111',
    whatsapp: '9412011111',
    address,
  };
  const legal = {
    sellerName: 'Sarla Devi',
    sellerAddress: address,
    grievanceName: 'Hem Joshi',
    grievanceEmail: 'care@shop.in',
    grievancePhone: null,
  };
  await updateSettings(owner, {
    contact,
    legal,
    upi: { address: 'sarla@bank', name: 'Sarla Devi', isMerchant: false },
  });
  await owner.database.execute(
    sql`update auth_users set two_factor_enabled = true where id in (select id from user_profiles where is_admin)`,
  );
  await owner.database.execute(sql`update auth_users set email = replace(email, '@bisvar.example', '@example.in')`);
  await setMissingOrigins(owner, 'India');
  const confirmed = await Promise.all([
    confirmPaymentTrial(owner, { reference: '412345678901' }),
    confirmMailTrial(owner, { code: mailTrialCode({ ...owner, actor: { kind: 'shop' } }, signedIn(owner).userId) }),
  ]);
  for (const each of confirmed) if (!each.ok) throw new Error(each.reason);
  await confirmPolicies(owner);
  await confirmBackup(owner, { note: 'On the other machine' });
}

const ARTWORK = { title: 'Reetha', price: rupees(140), images: ['/media/none.webp'], stockCount: 1 };

/** `prepareOpening` repairs all except the last two kinds. */
export const TAKES_AWAY: Record<OpeningItemId, (owner: Shop) => Promise<unknown>> = {
  seller: async (owner) => {
    const { legal } = await getSettings(owner);
    await updateSettings(owner, { legal: { ...legal, sellerName: null } });
    await confirmPolicies(owner);
  },
  contact: (owner) => updateSettings(owner, { contact: DEFAULT_SETTINGS.contact }),
  'grievance-officer': async (owner) => {
    const { legal } = await getSettings(owner);
    await updateSettings(owner, { legal: { ...legal, grievanceEmail: null } });
    await confirmPolicies(owner);
  },
  origin: ({ database }) => database.insert(artworks).values({ ...ARTWORK, medium: 'oil', category: 'Oil' }),
  payment: (owner) => updateSettings(owner, { upi: { address: 'other@bank', name: 'Sarla Devi', isMerchant: false } }),
  policies: async (owner) => {
    const { promises } = await getSettings(owner);
    await updateSettings(owner, { promises: { ...promises, returnWithinDays: promises.returnWithinDays + 1 } });
  },
  mail: ({ database }) => database.delete(openingChecks).where(eq(openingChecks.item, 'mail')),
  'second-factor': ({ database }) =>
    database.execute(sql`update auth_users set two_factor_enabled = false
      where id in (select id from user_profiles where is_admin)`),
  backup: ({ database }) => database.delete(openingChecks).where(eq(openingChecks.item, 'backup')),
  sample: (owner) => updateSettings(owner, { founders: DEFAULT_SETTINGS.founders }),
  'skin-care': ({ database }) =>
    database
      .insert(artworks)
      .values({ ...ARTWORK, medium: 'handcraft', category: 'skin care', countryOfOrigin: 'India', maker: 'Us' }),
};
