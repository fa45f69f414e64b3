import { StrictMode, startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { HydratedRouter } from 'react-router/dom';
import { listenForBack } from '#app/ui/kit/use-back-closes.ts';
import { OUTDATED_PAGE } from '#app/basics/stale-form.ts';
import { showToast } from '#app/ui/kit/toast.tsx';
import { restoreServerAddress } from '#app/ui/kit/typed-address.ts';
import { onOutdatedPage } from './reload-when-outdated.ts';

export function hydrate(): void {
  onOutdatedPage(() =>
    showToast({
      text: OUTDATED_PAGE,
      tone: 'alert',
      action: { label: 'Reload', act: () => location.reload() },
    }),
  );
  listenForBack();
  restoreServerAddress();
  startTransition(() => {
    hydrateRoot(
      document,
      <StrictMode>
        <HydratedRouter />
      </StrictMode>,
    );
  });
}
