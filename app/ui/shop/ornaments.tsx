import { cn } from '#app/ui/kit/class-names.ts';

type MotifName =
  | 'mark'
  | 'chowki'
  | 'step-1'
  | 'step-2'
  | 'step-3'
  | 'step-4'
  | 'mini-1'
  | 'mini-2'
  | 'mini-3'
  | 'mini-4';

/** One ornament in the colour of its text; give it its width by class. `mini` for 32 to 48 pixels, `step` above 80. */
export function Motif({ name, className }: { name: MotifName; className?: string }) {
  return <span className={cn('motif', `motif-${name}`, className)} aria-hidden="true" />;
}

/** How far something has grown: dot, star, lotus, full chowki (1 to 4), for what has four stages. */
export function GrowthMotif({
  stage,
  large,
  className,
}: {
  stage: 1 | 2 | 3 | 4;
  large?: boolean;
  className?: string;
}) {
  return <Motif name={`${large ? 'step' : 'mini'}-${stage}`} className={className} />;
}

/** The whole chowki with as much of it drawn as is done; `isComplete` draws the last ring. */
export function GrowingChowki({ stage, isComplete }: { stage: 1 | 2 | 3 | 4; isComplete?: boolean }) {
  return (
    <div
      className="growing"
      role="img"
      aria-label={isComplete ? 'All four steps done' : `Step ${stage} of 4`}
      data-complete={isComplete || undefined}
    >
      <Motif name="step-4" />
      <Motif name={`step-${stage}`} className={`growing-${stage}`} />
    </div>
  );
}

/** The dotted line under the header: a threshold. */
export function Threshold({ className }: { className?: string }) {
  return <div className={cn('threshold', className)} aria-hidden="true" />;
}

/** Seven drips from a lip: closes a geru surface. */
export function Vasudhara() {
  return <div className="vasudhara" aria-hidden="true" />;
}

/** The shop's mark beside its name. */
export function Logo({ name }: { name: string }) {
  return (
    <>
      <Motif name="mark" />
      {name}
    </>
  );
}
