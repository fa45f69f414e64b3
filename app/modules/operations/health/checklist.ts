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
  /** Their passwords are public. */
  sampleAccounts: number;
  isUpiTried: boolean;
  isGatewayTried: boolean;
  arePoliciesRead: boolean;
  isMailTried: boolean;
  ownersWithoutSecondFactor: readonly string[];
  isBackedUp: boolean;
  /** The next thing that automatic backups lack, if any. */
  backupLack?: 'key' | 'sound-backup' | undefined;
};

type Step = { label: string; to: string };
type OpeningItem = {
  id: string;
  title: string;
  /** Why, or what exactly is missing. */
  detail: (facts: OpeningFacts) => string;
  step: (facts: OpeningFacts) => Step;
  isDone: (facts: OpeningFacts) => boolean;
};

const settingsStep = (group: string): (() => Step) => {
  return () => ({ label: 'Write it down', to: href('/admin/settings/:group?', { group }) });
};
const step = (label: string, id: string) => (): Step => ({ label, to: `${href('/admin/opening')}#${id}` });
const BACKUP_LACKS = {
  none: '',
  key: ' The shop makes them each night: write their key down, and type it from your paper.',
  'sound-backup': ' Your key is confirmed; what is missing is a new and sound one.',
};
const countedOf = (count: number, one: string): string => (count === 1 ? `1 ${one}` : `${count} ${one}s`);
const artworksWith = (count: number): string => `${countedOf(count, 'piece')} ${count === 1 ? 'has' : 'have'}`;

/** Requirements before anyone can buy in a live shop. */
export const OPENING_ITEMS = [
  {
    id: 'seller',
    title: 'The seller’s name and address',
    detail: () => 'The law wants a buyer to see who sells.',
    step: settingsStep('legal'),
    isDone: ({ settings: { legal } }) => legal.sellerName !== null && legal.sellerAddress !== null,
  },
  {
    id: 'contact',
    title: 'An email, phones and an address that are yours',
    detail: ({ settings }) => `Still the sample’s: ${sampleContact(settings).join(', ') || 'nothing'}.`,
    step: settingsStep('contact'),
    isDone: ({ settings }) => sampleContact(settings).length === 0,
  },
  {
    id: 'grievance-officer',
    title: 'A grievance officer',
    detail: () => 'Who acknowledges a complaint within 48 hours and settles it within a month. It may be you.',
    step: settingsStep('legal'),
    isDone: ({ settings: { legal } }) => legal.grievanceName !== null && legal.grievanceEmail !== null,
  },
  {
    id: 'origin',
    title: 'The country of origin of each piece',
    detail: ({ withoutOrigin }) => `${artworksWith(withoutOrigin)} none.`,
    step: step('Say where they were made', 'origin'),
    isDone: ({ withoutOrigin }) => withoutOrigin === 0,
  },
  {
    id: 'skin-care',
    title: 'What the law asks of skin care',
    detail: ({ incompleteSkinCare }) =>
      `${artworksWith(incompleteSkinCare)} no maker, net quantity, MRP, best before or licence number.`,
    step: () => ({ label: 'Fill it in', to: `${href('/admin/artworks')}?medium=skin-care` }),
    isDone: ({ incompleteSkinCare }) => incompleteSkinCare === 0,
  },
  {
    id: 'payment',
    title: 'A way to pay that was tried',
    detail: () => 'Your UPI address with ₹1, or a gateway with a payment of yours.',
    step: step('Try it with ₹1', 'payment'),
    isDone: ({ isUpiTried, isGatewayTried }) => isUpiTried || isGatewayTried,
  },
  {
    id: 'policies',
    title: 'Your policies, read',
    detail: () => 'They bind you: shipping, returns, terms, privacy and cookies, with your promises in them.',
    step: step('Read them', 'policies'),
    isDone: ({ arePoliciesRead }) => arePoliciesRead,
  },
  {
    id: 'sample',
    title: 'Nothing of the sample left, and testimonials with their source',
    detail: (facts) =>
      `Still there: ${
        sampleLeft(facts)
          .map(({ what }) => what)
          .join(', ') || 'nothing'
      }.`,
    step: (facts) => ({ label: 'Take it out', to: sampleLeft(facts)[0]?.to ?? href('/admin/settings/:group?') }),
    isDone: (facts) => sampleLeft(facts).length === 0,
  },
  {
    id: 'mail',
    title: 'A mail that arrived',
    detail: () => 'Orders, passwords and answers go by mail.',
    step: step('Send one to yourself', 'mail'),
    isDone: ({ isMailTried }) => isMailTried,
  },
  {
    id: 'second-factor',
    title: 'Two-step sign-in of every owner',
    detail: ({ ownersWithoutSecondFactor }) =>
      `${ownersWithoutSecondFactor.join(', ')} ${ownersWithoutSecondFactor.length === 1 ? 'has' : 'have'} none. Each owner sets up their own.`,
    step: () => ({ label: 'Set it up', to: href('/profile/security/two-step') }),
    isDone: ({ ownersWithoutSecondFactor }) => ownersWithoutSecondFactor.length === 0,
  },
  {
    id: 'backup',
    title: 'Backups, and their key on paper',
    detail: ({ backupLack }) => `Orders and money rows must outlive the machine.${BACKUP_LACKS[backupLack ?? 'none']}`,
    step: step('See to it', 'backup'),
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

/** A setting's text without its attestation. */
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
    ...texts.map((key) => ({ what: key, to: href('/admin/settings/:group?', { group: key }) })),
    // The sample's own are already listed.
    ...(!texts.includes('testimonials') && !settings.testimonials.every(isAttested)
      ? [
          {
            what: 'testimonials without source or consent',
            to: href('/admin/settings/:group?', { group: 'testimonials' }),
          },
        ]
      : []),
  ];
}
