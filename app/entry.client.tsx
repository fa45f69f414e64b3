import { StrictMode, startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { HydratedRouter } from 'react-router/dom';
import { listenForBack } from '#app/ui/kit/use-back-closes.ts';
import { goWhereServerWas } from '#app/ui/kit/typed-address.ts';

listenForBack();
goWhereServerWas();
// Its page stands in where a click finds no connection; a browser that refuses it goes without.
if (import.meta.env.PROD) void navigator.serviceWorker?.register('/service-worker.js').catch(() => {});

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <HydratedRouter />
    </StrictMode>,
  );
});
