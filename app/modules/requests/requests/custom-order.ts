import { formatDay } from '#app/basics/india.ts';
import { formatRupees } from '#app/basics/money.ts';
import type { Settings } from '#app/modules/store/settings/settings.ts';

export const MAX_INSPIRATION = 5;

export const FABRIC_SOURCES = {
  client_provided: 'I have the fabric',
  purchase_for_me: 'Source it for me',
} as const;
export type FabricSource = keyof typeof FABRIC_SOURCES;

const SOURCE_IN_MESSAGE: Record<FabricSource, string> = {
  client_provided: 'Provided by the customer',
  purchase_for_me: 'Purchase for the customer',
};

export type CustomOrderAnswers = {
  fabricSource: FabricSource;
  fabricNotes: string;
  designStyle: string;
  wantStitching: boolean;
  measurements?: string;
  neededBy?: string | null;
  variant?: string | undefined;
};

export function messageOf({
  fabricSource,
  fabricNotes,
  designStyle,
  wantStitching,
  measurements,
  neededBy,
  variant,
}: CustomOrderAnswers): string {
  return [
    `Fabric source: ${SOURCE_IN_MESSAGE[fabricSource]}`,
    `Fabric notes: ${fabricNotes || 'None'}`,
    `Design: ${designStyle}`,
    `Stitching: ${wantStitching ? 'Yes' : 'No'}`,
    ...(measurements ? [`Measurements: ${measurements}`] : []),
    ...(neededBy ? [`Needed by: ${formatDay(neededBy)}`] : []),
    ...(variant ? [`Variant: ${variant}`] : []),
  ].join('\n');
}

export const DRAFT_FIELDS = [
  'fabricSource',
  'fabricNotes',
  'designStyle',
  'wantStitching',
  'measurements',
  'keepMeasurements',
  'neededBy',
  'name',
  'email',
  'phone',
] as const;
export type CustomOrderDraft = Partial<Record<(typeof DRAFT_FIELDS)[number], string>>;

export const STEPS = ['Fabric', 'Design', 'Stitching', 'Review'] as const;
export type Step = 1 | 2 | 3 | 4;

export function missingOn(
  step: Step,
  { fabricSource, designStyle, wantStitching }: CustomOrderDraft,
): string | undefined {
  if (step === 1 && !fabricSource) return CHOOSE_FABRIC;
  if (step === 2 && !designStyle?.trim()) return DESCRIBE_DESIGN;
  if (step === 3 && !wantStitching) return CHOOSE_STITCHING;
  return undefined;
}

/** Returns the requested step, or the first incomplete step before it. */
export function reachableStep(asked: number, draft: CustomOrderDraft): Step {
  const first = ([1, 2, 3] as const).find((step) => missingOn(step, draft)) ?? 4;
  return Math.min(first, asked) as Step;
}

export function stepOf(text: string | null): Step {
  return text === '2' || text === '3' || text === '4' ? (Number(text) as Step) : 1;
}

/** Returns “Painting from ₹4,200, stitching from ₹2,600”. Omits work without a price. */
export function startingPrices({ paintingFrom, stitchingFrom }: Settings['customWork']): string | undefined {
  const prices = [
    paintingFrom === null ? [] : [`painting from ${formatRupees(paintingFrom)}`],
    stitchingFrom === null ? [] : [`stitching from ${formatRupees(stitchingFrom)}`],
  ].flat();
  const line = prices.join(', ');
  return line ? line[0]!.toUpperCase() + line.slice(1) : undefined;
}

export const CHOOSE_FABRIC = 'Choose where the fabric comes from.';
export const DESCRIBE_DESIGN = 'Describe the design in a few words.';
export const CHOOSE_STITCHING = 'Choose whether we stitch it.';
