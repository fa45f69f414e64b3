import { href } from 'react-router';
import type { SettingKey } from '#app/modules/store/settings/settings.ts';
import { DELIVERY } from './pages/delivery.ts';
import { GETTING_PAID } from './pages/getting-paid.ts';
import { HOME } from './pages/home.ts';
import { POLICIES } from './pages/policies.ts';
import { PROTECTION } from './pages/protection.ts';
import { SHOP } from './pages/shop.ts';
import { TAX } from './pages/tax.ts';
import type { SettingPage } from './setting-fields.ts';

/** The first page's address does not contain its name. */
export const SETTING_PAGES: readonly SettingPage[] = [SHOP, GETTING_PAID, DELIVERY, TAX, POLICIES, HOME, PROTECTION];

/** The setting groups of earlier releases, and the page and section that replaced each. */
export const FORMER_GROUPS: Readonly<Record<string, string>> = {
  shop: 'shop',
  contact: 'shop',
  legal: 'shop#seller',
  payment: 'getting-paid',
  shipping: 'delivery',
  figures: 'home#figures',
  testimonials: 'home#testimonials',
  founders: 'home#founders',
  holidays: 'policies#closed',
  calendar: 'policies#calendar',
  cdn: 'protection#cdn',
};

const FIRST = SETTING_PAGES[0]!.id;

export const findPage = (id = FIRST): SettingPage | undefined => SETTING_PAGES.find((page) => page.id === id);

/** `target` is a page's id, with a section if needed: 'home#founders'. */
export function addressOf(target: string): string {
  const [id = FIRST, section] = target.split('#');
  const path = id === FIRST ? href('/admin/settings/:page?') : href('/admin/settings/:page?', { page: id });
  return section ? `${path}#${section}` : path;
}

export const keysOf = ({ sections }: SettingPage): SettingKey[] => [
  ...new Set(
    sections.flatMap(({ fields, list }) => [
      ...fields.map(({ path }) => path.split('.')[0] as SettingKey),
      ...(list ? [list.key] : []),
    ]),
  ),
];
