import { href } from 'react-router';
import {
  DEFAULT_SETTINGS,
  isAttested,
  sampleContactKeys,
  type Settings,
} from '#app/modules/store/settings/settings.ts';

export type OpeningFacts = {
  settings: Pick<Settings, 'contact' | 'legal' | 'figures' | 'testimonials' | 'founders'>;
  withoutOrigin: number;
  incompleteSkinCare: number;
  sampleArtworks: number;
  sampleAccounts: number;
  isUpiTried: boolean;
  isGatewayTried: boolean;
  arePoliciesRead: boolean;
  isMailTried: boolean;
  ownersWithoutSecondFactor: readonly string[];
  isBackedUp: boolean;
  /** The next step towards automatic backups, if one is missing. */
  backupLack?: 'key' | 'sound-backup' | undefined;
};

type Step = { label: string; to: string };
type OpeningItem = {
  id: string;
  title: string;
  /** Says why the item is required, or what exactly is missing. */
  detail: (facts: OpeningFacts) => string;
  step: (facts: OpeningFacts) => Step;
  isDone: (facts: OpeningFacts) => boolean;
};

const SHOP_SETTINGS = href('/admin/settings/:page?');
const homeSettings = (section: string): string => `${href('/admin/settings/:page?', { page: 'home' })}#${section}`;
const shopStep = (section: string) => (): Step => ({ label: 'Add details', to: `${SHOP_SETTINGS}#${section}` });
const step = (label: string, id: string) => (): Step => ({ label, to: `${href('/admin/opening')}#${id}` });
const BACKUP_LACKS = {
  none: '',
  key: ' The shop backs up every night. Write the backup key down, then enter it here.',
  'sound-backup': ' Your key is confirmed, but there is no recent, sound backup yet.',
};
const countedOf = (count: number, one: string): string => (count === 1 ? `1 ${one}` : `${count} ${one}s`);
const artworksWith = (count: number): string => `${countedOf(count, 'piece')} ${count === 1 ? 'has' : 'have'}`;

export const OPENING_ITEMS = [
  {
    id: 'seller',
    title: 'Seller’s name and address',
    detail: () => 'The law requires you to show buyers who is selling.',
    step: shopStep('seller'),
    isDone: ({ settings: { legal } }) => legal.sellerName !== null && legal.sellerAddress !== null,
  },
  {
    id: 'contact',
    title: 'Your own email, phone numbers and address',
    detail: ({ settings }) => `Still sample data: ${sampleContact(settings).join(', ') || 'nothing'}.`,
    step: shopStep('contact'),
    isDone: ({ settings }) => sampleContact(settings).length === 0,
  },
  {
    id: 'grievance-officer',
    title: 'Grievance officer',
    detail: () => 'This person acknowledges complaints within 48 hours and settles them within a month. It can be you.',
    step: shopStep('seller'),
    isDone: ({ settings: { legal } }) => legal.grievanceName !== null && legal.grievanceEmail !== null,
  },
  {
    id: 'origin',
    title: 'Country of origin of each piece',
    detail: ({ withoutOrigin }) => `${artworksWith(withoutOrigin)} none.`,
    step: step('Add countries of origin', 'origin'),
    isDone: ({ withoutOrigin }) => withoutOrigin === 0,
  },
  {
    id: 'skin-care',
    title: 'Cosmetics labels (required by law)',
    detail: ({ incompleteSkinCare }) =>
      `${artworksWith(incompleteSkinCare)} no maker, net quantity, MRP, best before or licence number.`,
    step: () => ({ label: 'Complete labels', to: `${href('/admin/artworks')}?medium=skin-care` }),
    isDone: ({ incompleteSkinCare }) => incompleteSkinCare === 0,
  },
  {
    id: 'payment',
    title: 'A tested payment method',
    detail: () => 'Test your UPI address with ₹1, or make a payment through a gateway.',
    step: step('Test with ₹1', 'payment'),
    isDone: ({ isUpiTried, isGatewayTried }) => isUpiTried || isGatewayTried,
  },
  {
    id: 'policies',
    title: 'Policies reviewed',
    detail: () =>
      'You are bound by your shipping, returns, terms, privacy and cookie policies and the promises in them.',
    step: step('Review policies', 'policies'),
    isDone: ({ arePoliciesRead }) => arePoliciesRead,
  },
  {
    id: 'sample',
    title: 'No sample data, and testimonials with a source',
    detail: (facts) =>
      `Still to remove or complete: ${
        sampleLeft(facts)
          .map(({ what }) => what)
          .join(', ') || 'nothing'
      }.`,
    step: (facts) => ({ label: 'Remove sample data', to: sampleLeft(facts)[0]?.to ?? SHOP_SETTINGS }),
    isDone: (facts) => sampleLeft(facts).length === 0,
  },
  {
    id: 'mail',
    title: 'A test email that arrived',
    detail: () => 'The shop sends order updates, password links and replies by email.',
    step: step('Send a test email', 'mail'),
    isDone: ({ isMailTried }) => isMailTried,
  },
  {
    id: 'second-factor',
    title: 'Two-step sign-in for every owner',
    detail: ({ ownersWithoutSecondFactor }) =>
      `${ownersWithoutSecondFactor.join(', ')} ${ownersWithoutSecondFactor.length === 1 ? 'has' : 'have'} not set it up. Each owner sets up their own.`,
    step: () => ({ label: 'Set up two-step sign-in', to: href('/profile/security/two-step') }),
    isDone: ({ ownersWithoutSecondFactor }) => ownersWithoutSecondFactor.length === 0,
  },
  {
    id: 'backup',
    title: 'Backups, with a written copy of the key',
    detail: ({ backupLack }) =>
      `Backups keep your orders and payments safe if the server fails.${BACKUP_LACKS[backupLack ?? 'none']}`,
    step: step('Set up backups', 'backup'),
    isDone: ({ isBackedUp }) => isBackedUp,
  },
] as const satisfies readonly OpeningItem[];

export type OpeningItemId = (typeof OPENING_ITEMS)[number]['id'];

export type ListedItem = { id: OpeningItemId; title: string; detail: string; step: Step; isDone: boolean };

export const listOpening = (facts: OpeningFacts): ListedItem[] =>
  OPENING_ITEMS.map((item) => ({
    id: item.id,
    title: item.title,
    detail: item.detail(facts),
    step: item.step(facts),
    isDone: item.isDone(facts),
  }));

export const isReady = (facts: OpeningFacts): boolean => OPENING_ITEMS.every((item) => item.isDone(facts));

const CONTACT_LABELS = { email: 'email', phone: 'phone', whatsapp: 'WhatsApp', address: 'address' } as const;

const sampleContact = (settings: OpeningFacts['settings']): string[] =>
  sampleContactKeys(settings).map((key) => CONTACT_LABELS[key]);

const textOf = (text: object): string => JSON.stringify({ ...text, source: undefined, hasConsent: undefined });

function sampleLeft({ settings, sampleArtworks, sampleAccounts }: OpeningFacts): { what: string; to: string }[] {
  const texts = (['figures', 'testimonials', 'founders'] as const).filter((key) => {
    const sample = [DEFAULT_SETTINGS[key]].flat().map(textOf);
    return [settings[key]].flat().some((each) => sample.includes(textOf(each)));
  });
  return [
    ...(sampleArtworks > 0 ? [{ what: countedOf(sampleArtworks, 'piece'), to: href('/admin/artworks') }] : []),
    ...(sampleAccounts > 0
      ? [{ what: countedOf(sampleAccounts, 'account'), to: `${href('/admin/users')}?q=%40bisvar.example` }]
      : []),
    ...texts.map((key) => ({ what: key, to: homeSettings(key) })),
    // The sample's own testimonials are already listed.
    ...(!texts.includes('testimonials') && !settings.testimonials.every(isAttested)
      ? [
          {
            what: 'testimonials without source or consent',
            to: homeSettings('testimonials'),
          },
        ]
      : []),
  ];
}
