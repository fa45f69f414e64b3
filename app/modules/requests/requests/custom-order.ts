import { formatDay } from '#app/basics/india.ts';

export const MAX_INSPIRATION = 5;

/** Where the cloth comes from, in the words of the form and of the request's message. */
export const FABRIC_SOURCES = {
  client_provided: 'I have the fabric',
  purchase_for_me: 'Source it for me',
} as const;
export type FabricSource = keyof typeof FABRIC_SOURCES;

const SOURCE_IN_MESSAGE: Record<FabricSource, string> = {
  client_provided: 'Provided by the customer',
  purchase_for_me: 'Purchase for the customer',
};

/** What the customer answered, beside who they are. */
export type CustomOrderAnswers = {
  fabricSource: FabricSource;
  fabricNotes: string;
  designStyle: string;
  wantStitching: boolean;
  /** To what it is stitched. */
  measurements?: string;
  /** A day: '2026-12-24'. */
  neededBy?: string | null;
  /** What the chosen variant of the piece is called. */
  variant?: string | undefined;
};

/** The lines by which the owner reads a custom order: fabric source, notes, design, stitching Yes or No; then what was added to it. */
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
/** What was answered so far, as the form has it; every field may be missing. */
export type CustomOrderDraft = Partial<Record<(typeof DRAFT_FIELDS)[number], string>>;

export const STEPS = ['Fabric', 'Design', 'Stitching', 'Review'] as const;
export type Step = 1 | 2 | 3 | 4;

/** Why Next is still disabled on a step; undefined when the step is right. The last one has no Next. */
export function missingOn(
  step: Step,
  { fabricSource, designStyle, wantStitching }: CustomOrderDraft,
): string | undefined {
  if (step === 1 && !fabricSource) return CHOOSE_FABRIC;
  if (step === 2 && !designStyle?.trim()) return DESCRIBE_DESIGN;
  if (step === 3 && !wantStitching) return CHOOSE_STITCHING;
  return undefined;
}

/** The step to show of the one asked for: never past the first that isn't right yet. */
export function reachableStep(asked: number, draft: CustomOrderDraft): Step {
  const first = ([1, 2, 3] as const).find((step) => missingOn(step, draft)) ?? 4;
  return Math.min(first, asked) as Step;
}

/** The step an address names; 1 when it names none. */
export function stepOf(text: string | null): Step {
  return text === '2' || text === '3' || text === '4' ? (Number(text) as Step) : 1;
}

export const CHOOSE_FABRIC = 'Choose where the fabric comes from.';
export const DESCRIBE_DESIGN = 'Describe the design in a few words.';
export const CHOOSE_STITCHING = 'Choose whether we stitch it.';
