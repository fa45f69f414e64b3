export type Dimensions = { width: number; height: number; unit: 'cm' | 'inches' };

export type SizeUnit = Dimensions['unit'];

const CM_IN_AN_INCH = 2.54;
const toTenth = (value: number) => Math.round(value * 10) / 10;

export const inCm = (length: number, unit: SizeUnit): number => (unit === 'inches' ? length * CM_IN_AN_INCH : length);

export function sizeIn({ width, height, unit }: Dimensions, wanted: SizeUnit): Dimensions {
  if (unit === wanted) return { width, height, unit };
  const change = (length: number) => toTenth(wanted === 'cm' ? inCm(length, unit) : length / CM_IN_AN_INCH);
  return { width: change(width), height: change(height), unit: wanted };
}

export function formatSize({ width, height, unit }: Dimensions): string | undefined {
  const sides = [width, height].filter((side) => side > 0);
  return sides.length > 0 ? `${sides.join('\u00a0×\u00a0')}\u00a0${unit}` : undefined;
}
