import { formatRange } from '#app/basics/duration.ts';
import { formatRupees } from '#app/basics/money.ts';
import { allChannelNames, type TextChannels } from '#app/basics/text-channels.ts';
import type { Settings } from '#app/modules/store/settings/settings.ts';
import { grievanceLabel, sellerLabel, shippingCharges } from './policy-labels.ts';

/** Settings that a policy may quote, so that texts and invoices agree. */
export type PolicyFacts = Settings & { channels: TextChannels; isLive?: boolean };

type Variable = { about: string; value: (facts: PolicyFacts) => string };

const variable = (about: string, value: Variable['value']): Variable => ({ about, value });

export const VARIABLES: Record<string, Variable> = {
  shop_name: variable('Name of the shop', ({ shopName }) => shopName),
  email: variable('Your email', ({ contact }) => contact.email),
  phone: variable('Your phone', ({ contact }) => contact.phone),
  reply_hours: variable('Hours until you reply', ({ contact }) => `${contact.replyWithinHours}`),
  seller: variable('Seller’s name and address', ({ legal }) => sellerLabel(legal) ?? ''),
  grievance_officer: variable(
    'Grievance officer, with the legal deadlines',
    ({ legal }) => grievanceLabel(legal) ?? '',
  ),
  processing_days: variable('Business days until dispatch', ({ promises }) =>
    formatRange(promises.processingBusinessDays),
  ),
  delivery_days: variable('Business days until delivery', ({ promises }) => formatRange(promises.deliveryBusinessDays)),
  shipping_charges: variable('Shipping charges', shippingCharges),
  channels: variable('How customers get shipping updates', ({ channels }) => allChannelNames(channels)),
  cancel_hours: variable('Hours to cancel', ({ promises }) => `${promises.cancelWithinHours}`),
  return_days: variable('Days to return', ({ promises }) => `${promises.returnWithinDays}`),
  report_hours: variable('Hours to report damage', ({ promises }) => `${promises.reportIssuesWithinHours}`),
  refund_days: variable('Business days until a refund', ({ promises }) => formatRange(promises.refundBusinessDays)),
  custom_work_weeks: variable('Weeks for custom artworks', ({ promises }) => formatRange(promises.customWorkWeeks)),
  commission_weeks: variable('Weeks for commissions', ({ promises }) => formatRange(promises.commissionWeeks)),
  commission_advance: variable('Percent in advance', ({ promises }) => `${promises.commissionAdvancePercentage}`),
  emi_above: variable('EMI available above', ({ promises: { emiAbove } }) =>
    emiAbove === null ? '' : formatRupees(emiAbove),
  ),
};

const VARIABLE = /\{\{\s*([^{}]*?)\s*\}\}/g;
const QUANTITY = new RegExp(`${VARIABLE.source}((?: business)? (?:hour|day|week))s\\b`, 'g');

export const unknownVariables = (source: string): string[] => [
  ...new Set([...source.matchAll(VARIABLE)].map(([, name]) => name!).filter((name) => !Object.hasOwn(VARIABLES, name))),
];

/**
 * Replaces variables, with singular units for 1. Values are not parsed as Markdown and have no word joiners, because
 * the shop compares texts with stored versions.
 */
export const fillIn = (source: string, facts: PolicyFacts): string =>
  source
    .replace(QUANTITY, (whole, name: string, unit: string) =>
      Object.hasOwn(VARIABLES, name) && VARIABLES[name]!.value(facts) === '1' ? `1${unit}` : whole,
    )
    .replace(VARIABLE, (whole, name: string) =>
      Object.hasOwn(VARIABLES, name) ? escapeMarkdown(VARIABLES[name]!.value(facts).replaceAll('\u2060', '')) : whole,
    );

const MARKDOWN = /[\\`*_{}[\]<>#|~]|(?<=^\s*)[-+=]|(?<=^\s*\d{1,9})[.)]|:(?=\/\/)|(?<=www)\.|&(?=#?\w+;)/gi;

const escapeMarkdown = (text: string): string => text.replace(MARKDOWN, '\\$&');
