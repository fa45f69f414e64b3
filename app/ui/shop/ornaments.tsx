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

export function Motif({ name, className }: { name: MotifName; className?: string }) {
  return <span className={cn('motif', `motif-${name}`, className)} aria-hidden="true" />;
}

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

export function Threshold({ className }: { className?: string }) {
  return <div className={cn('threshold', className)} aria-hidden="true" />;
}

export function Vasudhara() {
  return <div className="vasudhara" aria-hidden="true" />;
}

const LONG_NAME = 10;
const TWO_LINE_NAME = 18;

export function Logo({ name }: { name: string }) {
  return (
    <>
      <Motif name="mark" />
      <span
        className="logo-name"
        data-long={name.length > TWO_LINE_NAME ? 'two-lines' : name.length > LONG_NAME || undefined}
      >
        {name}
      </span>
    </>
  );
}
