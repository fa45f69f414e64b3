/** Consents, which no form ticks in advance. The shop records when each is given or withdrawn. */
export const CONSENT_PURPOSES = [
  'terms',
  'marketing-emails',
  'whatsapp-updates',
  'purchase-history',
  'measurements',
  'commission-photos',
] as const;
export type ConsentPurpose = (typeof CONSENT_PURPOSES)[number];

export const CONSENT_PLACES = [
  'settings',
  'profile',
  'order-request',
  'custom-order',
  'commission',
  'deletion',
] as const;
export type ConsentPlace = (typeof CONSENT_PLACES)[number];

export const POLICY_OF = {
  terms: 'terms',
  'marketing-emails': 'privacy',
  'whatsapp-updates': 'privacy',
  'purchase-history': 'privacy',
  measurements: 'privacy',
  'commission-photos': 'privacy',
} as const satisfies Record<ConsentPurpose, string>;

export const CONSENT_LABELS: Record<ConsentPurpose, string> = {
  terms: 'Terms of an order request',
  'marketing-emails': 'Marketing emails',
  'whatsapp-updates': 'WhatsApp order updates',
  'purchase-history': 'Share purchase history',
  measurements: 'Keep measurements',
  'commission-photos': 'Photos of a commission in the shop',
};

export const PLACE_LABELS: Record<ConsentPlace, string> = {
  settings: 'Settings',
  profile: 'Profile',
  'order-request': 'the request form',
  'custom-order': 'the custom order form',
  commission: 'the commission’s page',
  deletion: 'the deletion of an account',
};

export type Consent = {
  purpose: ConsentPurpose;
  given: boolean;
  policy: (typeof POLICY_OF)[ConsentPurpose];
  policyVersion: number;
  place: ConsentPlace;
  requestId: string | null;
  at: Date;
};
