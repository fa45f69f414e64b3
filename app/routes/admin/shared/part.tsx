import { useEffect, useState, type ReactNode } from 'react';
import { IconButton } from '#app/ui/kit/button.tsx';

export function Part({ title, aside, children }: { title: string; aside?: ReactNode; children: ReactNode }) {
  return (
    <section className="grid gap-2 border-line border-b pb-4 last:border-0">
      <div className="flex min-h-11 items-center justify-between">
        <h3 className="font-sans font-semibold text-base tracking-normal">{title}</h3>
        {aside}
      </div>
      {children}
    </section>
  );
}

export function Counted({ title, count }: { title: string; count: number }) {
  return (
    <h3 className="font-sans font-semibold text-base tracking-normal">
      {title} {count > 0 ? <span className="meta num font-normal">{count}</span> : null}
    </h3>
  );
}

const COPIED_FOR_MS = 1_500;

export function CopyButton({ label, text }: { label: string; text: string }) {
  const [outcome, setOutcome] = useState<'copied' | 'refused'>();
  useEffect(() => {
    if (outcome !== 'copied') return;
    const timer = setTimeout(() => setOutcome(undefined), COPIED_FOR_MS);
    return () => clearTimeout(timer);
  }, [outcome]);
  return (
    <span className="needs-script flex items-center gap-2 text-geru">
      <span role="status" className={outcome === 'refused' ? 'text-alert text-sm' : 'sr-only'}>
        {outcome === 'copied' ? 'Copied' : outcome === 'refused' ? 'Your browser blocked copying' : ''}
      </span>
      <IconButton
        icon={outcome === 'copied' ? 'check' : 'copy'}
        label={label}
        onClick={() =>
          void navigator.clipboard.writeText(text).then(
            () => setOutcome('copied'),
            () => setOutcome('refused'),
          )
        }
      />
    </span>
  );
}
