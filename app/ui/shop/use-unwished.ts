import { type RefObject, type SubmitEvent, useEffect, useEffectEvent, useRef } from 'react';
import { href, useFetcher } from 'react-router';
import { FAILURE_TOAST } from '#app/basics/failure-text.ts';
import { wishlistMessages } from '#app/modules/catalogue/wishlist/messages.ts';
import { showToast } from '#app/ui/kit/toast.tsx';

export function useUnwished<List extends HTMLElement>(
  artworks: readonly { id: string }[],
  heading: RefObject<HTMLElement | null>,
) {
  const undo = useFetcher({ key: 'wish-undo' });
  const list = useRef<List>(null);
  const removedPositions = useRef(new Map<string, number>());
  const announceUnwished = useEffectEvent(() => {
    for (const [artworkId, at] of removedPositions.current) {
      if (artworks.some(({ id }) => id === artworkId)) continue;
      removedPositions.current.delete(artworkId);
      const next = list.current?.children[Math.min(at, artworks.length - 1)];
      if (document.activeElement === document.body)
        (next?.querySelector<HTMLElement>('.card-title a') ?? heading.current)?.focus();
      const putBack = () =>
        void undo.submit(
          { intent: 'wish', artworkId, wanted: 'yes', [FAILURE_TOAST]: wishlistMessages.addFailed },
          { method: 'post', action: href('/visitor-state') },
        );
      showToast({ text: 'Removed from wishlist', action: { label: 'Undo', act: putBack } });
    }
  });
  useEffect(() => announceUnwished(), [artworks]);

  const onSubmit = (event: SubmitEvent<List>) => {
    const { submitter } = event.nativeEvent as globalThis.SubmitEvent;
    if (!(submitter instanceof HTMLButtonElement && submitter.form && submitter.name === 'wanted')) return;
    const artworkId = new FormData(submitter.form).get('artworkId');
    if (typeof artworkId !== 'string') return;
    if (submitter.value === 'no')
      removedPositions.current.set(
        artworkId,
        artworks.findIndex(({ id }) => id === artworkId),
      );
    else removedPositions.current.delete(artworkId);
  };
  return { ref: list, onSubmit };
}
