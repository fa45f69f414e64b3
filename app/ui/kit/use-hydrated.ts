import { useSyncExternalStore } from 'react';

const never = () => () => {};

/** False on the server and in the first browser render, true after: for controls that need JavaScript to do anything. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}
