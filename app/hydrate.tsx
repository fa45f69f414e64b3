import { StrictMode, startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { HydratedRouter } from 'react-router/dom';
import { listenForBack } from '#app/ui/kit/use-back-closes.ts';
import { restoreServerAddress } from '#app/ui/kit/typed-address.ts';

export function hydrate(): void {
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
