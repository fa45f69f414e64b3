import { useEffect, useEffectEvent, useRef } from 'react';
import type { FetcherWithComponents } from 'react-router';

/**
 * Calls `onAnswer` once per answer. A fetcher's data changes before its state, so an effect on the data can miss an
 * answer.
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
