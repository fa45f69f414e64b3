import { useEffect, useRef, useState } from 'react';

/** Works with a mouse or a long touch. The library is loaded on first use. */
export function useDragging(
  list: React.RefObject<HTMLOListElement | null>,
  items: readonly string[],
  move: (from: number, to: number) => void,
) {
  const [dragged, setDragged] = useState<string>();
  const [over, setOver] = useState<string>();
  const moveNow = useRef(move);
  useEffect(() => {
    moveNow.current = move;
  });
  useEffect(() => {
    if (items.length < 2) return;
    let stop: (() => void) | undefined;
    let isGone = false;
    void import('@atlaskit/pragmatic-drag-and-drop/element/adapter').then(
      ({ draggable, dropTargetForElements }) => {
        if (isGone) return;
        const tiles = [...(list.current?.querySelectorAll<HTMLElement>('li[data-item]') ?? [])];
        const stops = tiles.flatMap((element) => {
          const item = element.dataset.item!;
          return [
            draggable({
              element,
              getInitialData: () => ({ item }),
              onDragStart: () => setDragged(item),
              onDrop: () => {
                setDragged(undefined);
                setOver(undefined);
              },
            }),
            dropTargetForElements({
              element,
              canDrop: ({ source }) => typeof source.data.item === 'string',
              onDragEnter: () => setOver(item),
              onDragLeave: () => setOver((before) => (before === item ? undefined : before)),
              onDrop: ({ source }) => moveNow.current(items.indexOf(source.data.item as string), items.indexOf(item)),
            }),
          ];
        });
        stop = () => {
          for (const each of stops) each();
        };
      },
      // Without the library, the arrows still work.
      () => undefined,
    );
    return () => {
      isGone = true;
      stop?.();
    };
  }, [items, list]);
  return { dragged, over };
}
