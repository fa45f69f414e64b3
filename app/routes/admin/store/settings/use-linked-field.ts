import { useEffect } from 'react';
import { useLocation } from 'react-router';
import { fieldId } from '#app/ui/kit/field.tsx';

const switchOf = (shownFor: string | undefined): string => (shownFor === 'cash' ? 'paymentMethods' : 'seller.status');

/**
 * Opens and focuses the field in the address's hash. If its section does not apply, focuses the field that makes it
 * apply.
 */
export function useLinkedField(): void {
  const { hash, key } = useLocation();
  useEffect(() => {
    const linked = hash.startsWith('#field-') ? document.getElementById(hash.slice(1)) : null;
    if (!linked) return;
    const fold = linked.closest('details');
    if (fold) fold.open = true;
    const section = linked.closest<HTMLElement>('[data-shown-for]');
    const isShown = !section || section.checkVisibility();
    const field = isShown ? linked : document.getElementById(fieldId(switchOf(section.dataset.shownFor)));
    field?.focus({ preventScroll: true });
    field?.scrollIntoView({ block: 'center' });
  }, [hash, key]);
}
