import { useState } from 'react';
import { useLocation } from 'react-router';
import { useShopForm } from '#app/ui/kit/use-form.ts';

/**
 * What the form of an `intent` shows: it follows the shop until something is typed. From then until that is saved, what somebody else
 * saves takes nothing away, and doesn't count as seen. The form takes `key` and `follow`.
 */
export function useUnlessTyped<Known extends { seen: string }>(intent: string, known: Known) {
  const { isAgain } = useShopForm({ intent });
  // Another with each answer, in the same moment as what it says.
  const { key: place } = useLocation();
  const [shown, setShown] = useState(known);
  const [isTyped, setTyped] = useState(false);
  const [sentAt, setSentAt] = useState<string>();
  if (sentAt !== undefined && sentAt !== place) {
    setSentAt(undefined);
    setTyped(isAgain);
  } else if (!isTyped && shown.seen !== known.seen) setShown(known);
  return { shown, key: shown.seen, follow: { onChange: () => setTyped(true), onSubmit: () => setSentAt(place) } };
}
