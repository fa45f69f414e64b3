import { type RefObject, useEffect, useEffectEvent, useSyncExternalStore } from 'react';

const never = () => () => {};

/** False on the server and in the first browser render, true after: for controls that need JavaScript to do anything. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}

/**
 * Tells once what stands in a field whose value the page keeps when it was typed before the page's script ran: on a slow
 * phone that is a while, and nothing else tells of it.
 */
export function useTypedEarly(field: RefObject<HTMLInputElement | null>, onTyped: (typed: string) => void): void {
  const notify = useEffectEvent(onTyped);
  useEffect(() => {
    const { value, defaultValue } = field.current ?? {};
    if (value !== undefined && value !== defaultValue) notify(value);
  }, [field]);
}

/** The same for one of several ways, by the value of its radio: `chosen` is what the page came with. */
export function useChosenEarly(
  choice: RefObject<HTMLFieldSetElement | null>,
  chosen: string | undefined,
  onChosen: (value: string) => void,
): void {
  const notify = useEffectEvent((value: string | undefined) => {
    if (value !== undefined && value !== chosen) onChosen(value);
  });
  useEffect(() => notify(choice.current?.querySelector<HTMLInputElement>('input:checked')?.value), [choice]);
}
