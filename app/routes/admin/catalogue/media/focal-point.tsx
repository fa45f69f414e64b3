import { useState } from 'react';
import { fileAtLeast, type Picture as StoredPicture } from '#app/modules/catalogue/media/picture.ts';
import { Picture } from '#app/ui/shop/picture.tsx';

const STEP = 10;
const step = (part: number) => Math.min(100, Math.max(0, Math.round((part * 100) / STEP) * STEP));

export function FocalPoint({ picture }: { picture: StoredPicture }) {
  const [x, setX] = useState(step(picture.focalX ?? 0.5));
  const [y, setY] = useState(step(picture.focalY ?? 0.5));
  const shown = { ...picture, focalX: x / 100, focalY: y / 100 };
  const sliders = [
    { label: 'From the left', name: 'focalX', value: x, set: setX },
    { label: 'From the top', name: 'focalY', value: y, set: setY },
  ];
  return (
    <fieldset className="grid min-w-0 grid-cols-1 gap-3">
      <legend className="field-label">Focal point</legend>
      {/* eslint-disable-next-line jsx-a11y/click-events-have-key-events -- the sliders below work by keyboard */}
      <div
        className="focal"
        onClick={(event) => {
          const box = event.currentTarget.getBoundingClientRect();
          setX(step((event.clientX - box.left) / box.width));
          setY(step((event.clientY - box.top) / box.height));
        }}
      >
        <img src={fileAtLeast(picture, 800)} width={picture.width} height={picture.height} alt={picture.alt} />
        <span className="focal-mark" data-focus-x={x} data-focus-y={y} aria-hidden="true" />
      </div>
      {sliders.map(({ label, name, value, set }) => (
        <label key={name} className="grid grid-cols-[7rem_minmax(0,1fr)_3rem] items-center gap-2">
          <span className="text-sm">{label}</span>
          <input
            type="range"
            className="range"
            name={name}
            min={0}
            max={100}
            step={STEP}
            value={value}
            onChange={(event) => set(Number(event.target.value))}
          />
          <span className="num text-right text-sm">{value}%</span>
        </label>
      ))}
      <div className="flex items-end gap-3" aria-hidden="true">
        <Picture picture={shown} alt="" sizes="96px" className="aspect-4/5 w-24" />
        <Picture picture={shown} alt="" sizes="192px" className="aspect-2/1 w-48" />
        <span className="meta">Cropped in the shop</span>
      </div>
    </fieldset>
  );
}
