import { cn } from '#app/ui/kit/class-names.ts';

const SIGNS = {
  agree: ['=', 'bg-pine-wash text-pine'],
  differs: ['≠', 'bg-haldi-wash text-haldi-ink'],
  'names-other': ['≠', 'bg-haldi-wash text-haldi-ink'],
  contested: ['≠', 'bg-haldi-wash text-haldi-ink'],
  maybe: ['?', 'bg-indigo-wash text-indigo'],
  none: ['–', 'bg-sand text-ink-2'],
} as const;

/** Decorative, because the text says the same. */
export function MatchResultSign({ kind, small }: { kind: keyof typeof SIGNS; small?: boolean }) {
  const [sign, colours] = SIGNS[kind];
  return (
    <span
      aria-hidden="true"
      className={cn(
        'grid shrink-0 place-items-center rounded-full font-semibold',
        small ? 'size-6' : 'size-8',
        colours,
      )}
    >
      {sign}
    </span>
  );
}
