import { useEffect, type ReactNode } from 'react';
import { Button, IconLink } from '#app/ui/kit/button.tsx';
import { cn } from '#app/ui/kit/class-names.ts';
import { useHydrated } from '#app/ui/kit/use-hydrated.ts';

export function PaperShell({
  title,
  isHeading,
  back,
  tools,
  children,
}: {
  title: string;
  isHeading?: boolean;
  back: { to: string; label: string };
  tools?: ReactNode;
  children: ReactNode;
}) {
  const hydrated = useHydrated();
  // The list keeps its scroll position, and each document starts at the top.
  useEffect(() => {
    window.scrollTo(0, 0);
  }, []);
  const Title = isHeading ? 'h1' : 'span';
  return (
    <div className="page">
      <header className="paper-bar no-print">
        <div className="wrap">
          <IconLink icon="left" label={back.label} to={back.to} className="-ml-3" />
          <Title>{title}</Title>
          {tools}
          <span className={cn('contents', 'needs-script')}>
            <Button type="button" size="small" icon="print" disabled={!hydrated} onClick={() => window.print()}>
              Print
            </Button>
          </span>
        </div>
      </header>
      <main id="main" tabIndex={-1} className="paper-ground">
        {children}
      </main>
    </div>
  );
}
