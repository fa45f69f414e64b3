import { type RefObject, useEffect, useEffectEvent, useSyncExternalStore } from 'react';

const never = () => () => {};

/** Returns false on the server and in the first render. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}

/** Reports once the text that was typed before hydration. */
export function useTypedEarly(
  field: RefObject<HTMLInputElement | HTMLTextAreaElement | null>,
  onTyped: (typed: string) => void,
): void {
  const notify = useEffectEvent(onTyped);
  useEffect(() => {
    const { value, defaultValue } = field.current ?? {};
    if (value !== undefined && value !== defaultValue) notify(value);
  }, [field]);
}

/** Reports which radio button was chosen before hydration. `chosen` is the rendered choice. */
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
