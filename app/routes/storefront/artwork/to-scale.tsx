import { type Dimensions, inCm, sizeIn } from '#app/modules/catalogue/artworks/dimensions.ts';
import { useSizeUnit } from './size-unit.ts';

const BENCH_CM = 180;
const WALL_CM = { width: 240, height: 300 };
const BENCH_TOP_CM = 222;
const FLOOR_CM = 267;

export function fitsOnWall({ width, height, unit }: Dimensions): boolean {
  return width > 0 && height > 0 && inCm(width, unit) <= BENCH_CM && inCm(height, unit) <= BENCH_TOP_CM - 30;
}

/** Pictures may show only parts, so the outline is drawn to scale. */
export function ToScale({ dimensions, title }: { dimensions: Dimensions; title: string }) {
  const [width, height] = [inCm(dimensions.width, dimensions.unit), inCm(dimensions.height, dimensions.unit)];
  const [unit] = useSizeUnit(dimensions.unit);
  const shown = sizeIn(dimensions, unit);
  const benchText = unit === 'cm' ? `${BENCH_CM} cm` : `${Math.round(BENCH_CM / 2.54)} inches`;
  const middle = WALL_CM.width / 2;
  const bottom = Math.min(BENCH_TOP_CM - 24, 96 + height / 2);
  const [left, right, bench] = [middle - width / 2, middle + width / 2, middle - BENCH_CM / 2];
  return (
    <figure className="to-scale">
      <svg
        viewBox={`0 0 ${WALL_CM.width} ${WALL_CM.height}`}
        role="img"
        aria-label={`${title}, ${shown.width} by ${shown.height} ${unit}, above a bench ${benchText} wide`}
      >
        <g fill="var(--color-clay)" stroke="currentColor" strokeWidth="1.2">
          <rect x={left} y={bottom - height} width={width} height={height} />
        </g>
        <g fill="none" stroke="currentColor" strokeWidth="0.8">
          <path d={`M${left} ${bottom + 5}v4M${left} ${bottom + 7}H${right}M${right} ${bottom + 5}v4`} />
          <path
            d={`M${bench} ${BENCH_TOP_CM}h${BENCH_CM}v6h-${BENCH_CM}ZM${bench + 12} ${BENCH_TOP_CM + 6}V${FLOOR_CM}M${bench + BENCH_CM - 12} ${BENCH_TOP_CM + 6}V${FLOOR_CM}`}
          />
          <path d={`M0 ${FLOOR_CM}H${WALL_CM.width}`} strokeWidth="0.5" />
        </g>
        <g fill="currentColor" fontSize="8" textAnchor="middle">
          <text x={middle} y={bottom + 17}>
            {shown.width} {unit}
          </text>
          <text x={middle} y={FLOOR_CM + 12}>
            bench, {benchText}
          </text>
        </g>
      </svg>
    </figure>
  );
}
