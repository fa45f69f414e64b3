import { useEffect, useRef, useState } from 'react';

/** Drags tiles onto each other, by mouse and by a long touch; the library comes once there is something to order. */
export function useDragging(
  list: React.RefObject<HTMLOListElement | null>,
  images: readonly string[],
  move: (from: number, to: number) => void,
) {
  const [dragged, setDragged] = useState<string>();
  const [over, setOver] = useState<string>();
  const moveNow = useRef(move);
  useEffect(() => {
    moveNow.current = move;
  });
  useEffect(() => {
    if (images.length < 2) return;
    let stop: (() => void) | undefined;
    let isGone = false;
    void import('@atlaskit/pragmatic-drag-and-drop/element/adapter').then(
      ({ draggable, dropTargetForElements }) => {
        if (isGone) return;
        const tiles = [...(list.current?.querySelectorAll<HTMLElement>('li[data-url]') ?? [])];
        const stops = tiles.flatMap((element) => {
          const url = element.dataset.url!;
          return [
            draggable({
              element,
              getInitialData: () => ({ url }),
              onDragStart: () => setDragged(url),
              onDrop: () => {
                setDragged(undefined);
                setOver(undefined);
              },
            }),
            dropTargetForElements({
              element,
              canDrop: ({ source }) => typeof source.data.url === 'string',
              onDragEnter: () => setOver(url),
              onDragLeave: () => setOver((before) => (before === url ? undefined : before)),
              onDrop: ({ source }) => moveNow.current(images.indexOf(source.data.url as string), images.indexOf(url)),
            }),
          ];
        });
        stop = () => {
          for (const each of stops) each();
        };
      },
      // Without it the arrows do the same.
      () => undefined,
    );
    return () => {
      isGone = true;
      stop?.();
    };
  }, [images, list]);
  return { dragged, over };
}
