import { useState } from 'react';
import { useLocation } from 'react-router';
import { useShopForm } from '#app/ui/kit/use-form.ts';

/**
 * Shows the stored values until the form is edited. Later changes by other people then neither overwrite the edits nor
 * count as seen.
 */
export function useUnlessTyped<Known extends { seen: string }>(intent: string, known: Known) {
  const { isAgain } = useShopForm({ intent });
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
