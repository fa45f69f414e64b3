import { StrictMode, startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { HydratedRouter } from 'react-router/dom';
import { listenForBack } from '#app/ui/kit/use-back-closes.ts';
import { goWhereServerWas } from '#app/ui/kit/typed-address.ts';

export function hydrate(): void {
  listenForBack();
  goWhereServerWas();
  startTransition(() => {
    hydrateRoot(
      document,
      <StrictMode>
        <HydratedRouter />
      </StrictMode>,
    );
  });
}
