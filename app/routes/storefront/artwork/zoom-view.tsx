import { useEffect, useRef, useState, type KeyboardEvent, type PointerEvent } from 'react';
import { fileAtLeast, type Picture } from '#app/modules/catalogue/media/picture.ts';
import { IconButton } from '#app/ui/kit/button.tsx';
import { useBackCloses } from '#app/ui/kit/use-back-closes.ts';
import { move, NEAR, NEAREST, zoomAt, WHOLE, type View } from './zoom.ts';

const MAX_WIDTH = 2400;
const DOUBLE_TAP = { ms: 300, px: 30 };
const SWIPE_PX = 60;
const KEY_STEP_PX = 80;
const MIDDLE = { x: 0, y: 0 };

export default function ZoomView({
  pictures,
  at,
  title,
  onMove,
  onClose,
}: {
  pictures: Picture[];
  at: number | undefined;
  title: string;
  onMove: (index: number) => void;
  onClose: () => void;
}) {
  const dialog = useRef<HTMLDialogElement>(null);
  const stage = useRef<HTMLDivElement>(null);
  const [view, setView] = useState<View>(WHOLE);
  const fingers = useRef(new Map<number, { x: number; y: number }>());
  const lastTap = useRef({ at: -Infinity, x: 0, y: 0 });
  const pressed = useRef({ x: 0, y: 0 });
  const open = at !== undefined;
  useBackCloses(open, onClose);

  useEffect(() => {
    if (open && !dialog.current?.open) dialog.current?.showModal();
    if (!open) dialog.current?.close();
    setView(WHOLE);
    fingers.current.clear();
  }, [open, at]);

  const box = () => stage.current?.getBoundingClientRect() ?? new DOMRect();
  const fromMiddle = ({ clientX, clientY }: { clientX: number; clientY: number }) => {
    const { left, top, width, height } = box();
    return { x: clientX - left - width / 2, y: clientY - top - height / 2 };
  };
  const zoomBy = (factor: number, point = MIDDLE) => setView((now) => zoomAt(now, factor, point, box()));

  // React's wheel listener is passive and cannot stop scrolling.
  useEffect(() => {
    const place = stage.current;
    if (!open || !place) return;
    const turn = (event: WheelEvent) => {
      event.preventDefault();
      zoomBy(Math.exp(-event.deltaY / 400), fromMiddle(event));
    };
    place.addEventListener('wheel', turn, { passive: false });
    return () => place.removeEventListener('wheel', turn);
  }, [open]);

  const picture = at === undefined ? undefined : pictures[at];
  const turn = (by: number) => {
    if (at !== undefined && pictures.length > 1) onMove((at + by + pictures.length) % pictures.length);
  };
  const isNear = view.scale > 1;

  const press = (event: KeyboardEvent) => {
    const arrow = { ArrowLeft: [1, 0], ArrowRight: [-1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] }[event.key];
    if (arrow) {
      event.preventDefault();
      const [x = 0, y = 0] = arrow;
      if (isNear) setView(move(view, { x: x * KEY_STEP_PX, y: y * KEY_STEP_PX }, box()));
      else if (x !== 0) turn(-x);
    }
    if (event.key === '+' || event.key === '=') zoomBy(1.5);
    if (event.key === '-') zoomBy(1 / 1.5);
    if (event.key === '0') setView(WHOLE);
  };

  const down = (event: PointerEvent<HTMLDivElement>) => {
    if (event.button !== 0) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    if (fingers.current.size === 0) pressed.current = { x: event.clientX, y: event.clientY };
    fingers.current.set(event.pointerId, fromMiddle(event));
  };
  const drag = (event: PointerEvent<HTMLDivElement>) => {
    const before = fingers.current.get(event.pointerId);
    if (!before) return;
    const now = fromMiddle(event);
    fingers.current.set(event.pointerId, now);
    const other = [...fingers.current].find(([id]) => id !== event.pointerId)?.[1];
    if (!other) return setView((old) => move(old, { x: now.x - before.x, y: now.y - before.y }, box()));
    const distance = (finger: { x: number; y: number }) => Math.hypot(finger.x - other.x, finger.y - other.y) || 1;
    const between = { x: (now.x + other.x) / 2, y: (now.y + other.y) / 2 };
    setView((old) =>
      zoomAt(
        move(old, { x: (now.x - before.x) / 2, y: (now.y - before.y) / 2 }, box()),
        distance(now) / distance(before),
        between,
        box(),
      ),
    );
  };
  const up = (event: PointerEvent<HTMLDivElement>) => {
    if (!fingers.current.delete(event.pointerId) || fingers.current.size > 0) return;
    const [across, downwards] = [event.clientX - pressed.current.x, event.clientY - pressed.current.y];
    if (Math.hypot(across, downwards) < DOUBLE_TAP.px / 2) return tap(event);
    if (!isNear && event.pointerType === 'touch' && Math.abs(across) > Math.max(SWIPE_PX, Math.abs(downwards)))
      turn(across < 0 ? 1 : -1);
  };
  const tap = (event: PointerEvent<HTMLDivElement>) => {
    const last = lastTap.current;
    const isSecond =
      event.timeStamp - last.at < DOUBLE_TAP.ms &&
      Math.hypot(event.clientX - last.x, event.clientY - last.y) < DOUBLE_TAP.px;
    lastTap.current = { at: isSecond ? -Infinity : event.timeStamp, x: event.clientX, y: event.clientY };
    if (!isSecond) return;
    if (isNear) setView(WHOLE);
    else zoomBy(NEAR, fromMiddle(event));
  };

  return (
    <dialog ref={dialog} className="zoom-view" aria-label={`Pictures of ${title}`} onClose={onClose} onKeyDown={press}>
      {picture && at !== undefined ? (
        <>
          <div className="zoom-head">
            <span aria-live="polite">
              {at + 1} of {pictures.length}
            </span>
            <IconButton icon="close" label="Close zoom" onClick={onClose} />
          </div>
          <div
            className="zoom-stage"
            ref={stage}
            data-near={isNear}
            onPointerDown={down}
            onPointerMove={drag}
            onPointerUp={up}
            onPointerCancel={(event) => fingers.current.delete(event.pointerId)}
          >
            <img
              src={fileAtLeast(picture, MAX_WIDTH)}
              width={picture.width}
              height={picture.height}
              alt={picture.alt || title}
              draggable={false}
              style={{ transform: `translate(${view.x}px, ${view.y}px) scale(${view.scale})` }}
            />
          </div>
          <div className="flex justify-center gap-2 p-2">
            {pictures.length > 1 ? <IconButton icon="left" label="Previous picture" onClick={() => turn(-1)} /> : null}
            <IconButton icon="minus" label="Zoom out" disabled={!isNear} onClick={() => setView(WHOLE)} />
            <IconButton
              icon="plus"
              label="Zoom in"
              disabled={view.scale >= NEAREST}
              onClick={() => zoomBy(isNear ? 1.5 : NEAR)}
            />
            {pictures.length > 1 ? <IconButton icon="right" label="Next picture" onClick={() => turn(1)} /> : null}
          </div>
        </>
      ) : null}
    </dialog>
  );
}
