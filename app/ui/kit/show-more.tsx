import { type ReactNode, useEffect, useRef } from 'react';
import { ButtonLink } from './button.tsx';

export function ShowMore({
  to,
  isLonger,
  shown,
  children,
}: {
  to: string | undefined;
  /** Whether the address shows the current items together with the next items. */
  isLonger: boolean;
  shown: number;
  children: ReactNode;
}) {
  const place = useRef<HTMLDivElement>(null);
  const before = useRef<number>(undefined);
  useEffect(() => {
    if (before.current === undefined || shown <= before.current) return;
    const first = place.current?.previousElementSibling?.children[before.current];
    before.current = undefined;
    first?.querySelector<HTMLElement>('a[href]')?.focus({ preventScroll: true });
  }, [shown]);
  return (
    <div className="mt-10 grid justify-items-center gap-4 text-center" ref={place}>
      <p className="meta">{children}</p>
      {to === undefined ? null : (
        <ButtonLink
          look="secondary"
          to={to}
          preventScrollReset={isLonger}
          replace={isLonger}
          onClick={() => {
            if (isLonger) before.current = shown;
          }}
        >
          Show more
        </ButtonLink>
      )}
    </div>
  );
}
