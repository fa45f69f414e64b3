import type { ReactNode } from 'react';
import { type Dimensions, inCm, sizeIn } from '#app/modules/catalogue/artworks/dimensions.ts';
import type { Medium } from '#app/modules/catalogue/artworks/medium.ts';
import { fileAtLeast, type Picture } from '#app/modules/catalogue/media/picture.ts';
import { useHydrated } from '#app/ui/kit/use-hydrated.ts';
import { useSizeUnit } from './size-unit.ts';

export const hasSize = ({ width, height }: Dimensions): boolean => width > 0 && height > 0;

/** Sizes in centimetres. Each shape uses these units and stands on y = 0. */
const REFERENCES = {
  hand: {
    width: 11,
    height: 18,
    size: 18,
    shape: (
      <>
        <path d="M2.5-9.5v7A2.5 2.5 0 0 0 5 0h3a2.5 2.5 0 0 0 2.5-2.5v-7Z" />
        <path
          d="M3.4-9v-5.4m2.1 5.4v-7.9M7.6-9v-7.1m1.9 7.1v-4.6M3.4-4 1-7.6"
          strokeLinecap="round"
          strokeWidth="1.8"
        />
      </>
    ),
  },
  sofa: {
    width: 200,
    height: 85,
    size: 200,
    shape: (
      <>
        <path d="M18-85h164a8 8 0 0 1 8 8v40H10v-40a8 8 0 0 1 8-8Z" />
        <path d="M10-62a10 10 0 0 1 10 10v14h160v-14a10 10 0 0 1 20 0v42H0v-42a10 10 0 0 1 10-10Z" opacity="0.75" />
        <path d="M14-10v10m172-10v10" strokeWidth="5" />
      </>
    ),
  },
  person: {
    width: 52,
    height: 165,
    size: 165,
    shape: (
      <>
        <circle cx="26" cy="-153" r="12" />
        <path d="M26-138c13 0 20 6 22 18l4 42c.5 5-6 6-7 1l-5-35 3 112H30l-4-66-4 66H9l3-112-5 35c-1 5-7.500 4-7-1l4-42c2-12 9-18 22-18Z" />
      </>
    ),
  },
} satisfies Record<string, { width: number; height: number; size: number; shape: ReactNode }>;

function referenceFor(medium: Medium, longest: number): keyof typeof REFERENCES {
  if (longest <= 45 && medium !== 'fabric') return 'hand';
  return medium === 'oil' && longest <= REFERENCES.sofa.width ? 'sofa' : 'person';
}

export function ToScale({
  dimensions,
  title,
  medium,
  picture,
}: {
  dimensions: Dimensions;
  title: string;
  medium: Medium;
  picture: Picture | undefined;
}) {
  const [unit] = useSizeUnit(dimensions.unit);
  // An SVG image cannot load lazily, so the drawing is rendered only after hydration.
  const isLoaded = useHydrated();
  const [width, height] = [inCm(dimensions.width, dimensions.unit), inCm(dimensions.height, dimensions.unit)];
  const name = referenceFor(medium, Math.max(width, height));
  const reference = REFERENCES[name];
  const isAbove = name === 'sofa';
  const [across, up] = medium === 'fabric' && height > width ? [height, width] : [width, height];
  const gap = reference.width * (isAbove ? 0.15 : 0.4);
  const group = isAbove
    ? { width: Math.max(across, reference.width), height: up + gap + reference.height }
    : { width: across + gap + reference.width, height: Math.max(up, reference.height) };
  const unitOfDrawing = Math.max(group.width / 4, group.height / 5) / 0.78;
  const view = { width: unitOfDrawing * 4, height: unitOfDrawing * 5 };
  const [left, floor] = [(view.width - group.width) / 2, (view.height + group.height) / 2];
  const object = isAbove
    ? { x: left + (group.width - across) / 2, y: floor - group.height }
    : { x: left, y: floor - up };
  const standing = isAbove ? left + (group.width - reference.width) / 2 : left + across + gap;
  const shown = sizeIn(dimensions, unit);
  const referenceSize = unit === 'cm' ? `${reference.size} cm` : `${Math.round(reference.size / 2.54)} inches`;
  const text = view.width / 26;
  return (
    <figure className="to-scale">
      <svg
        viewBox={`0 0 ${view.width} ${view.height}`}
        role="img"
        aria-label={`${title}, ${shown.width} by ${shown.height} ${unit}, ${isAbove ? 'above' : 'beside'} a ${name} of ${referenceSize}`}
      >
        <path className="to-scale-floor" d={`M0 ${floor}H${view.width}V${view.height}H0Z`} />
        <rect className="to-scale-object" {...object} width={across} height={up} />
        {isLoaded && picture ? (
          <image
            {...object}
            width={across}
            height={up}
            href={fileAtLeast(picture, 400)}
            preserveAspectRatio="xMidYMid slice"
          />
        ) : null}
        <g className="to-scale-reference" transform={`translate(${standing} ${floor})`}>
          {reference.shape}
        </g>
        <g className="to-scale-text" fontSize={text} textAnchor="middle">
          <text x={view.width / 2} y={floor + text * 2}>
            {shown.width} × {shown.height} {unit} · {name} {referenceSize}
          </text>
        </g>
      </svg>
    </figure>
  );
}
