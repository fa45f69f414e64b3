import { useEffect, useEffectEvent, useRef } from 'react';
import type { FetcherWithComponents } from 'react-router';

/**
 * Calls `onAnswer` once with each answer that a fetcher brings. An effect of its data alone can be lost: the router has new data at
 * hand before its state says so, and where React draws in between and finds nothing changed, it remembers the data without having run
 * the effect.
 */
export function useFetcherAnswer<Answer>(
  { state, data }: Pick<FetcherWithComponents<Answer>, 'state' | 'data'>,
  onAnswer: (answer: NonNullable<Answer>) => void,
): void {
  const last = useRef<unknown>(undefined);
  const handleAnswer = useEffectEvent(onAnswer);
  useEffect(() => {
    if (!data || last.current === data) return;
    last.current = data;
    handleAnswer(data);
  }, [state, data]);
}
