import { useState } from 'react';
import Cropper, { type Area, type Point } from 'react-easy-crop';
import 'react-easy-crop/react-easy-crop.css';
import { type Picture, wholeOf } from '#app/modules/catalogue/media/picture.ts';
import { ActionForm } from '#app/routes/admin/shared/sheet-form.tsx';
import { Button } from '#app/ui/kit/button.tsx';

const RATIOS = [
  { label: 'Card, 4:5', aspect: 4 / 5 },
  { label: 'Square', aspect: 1 },
  { label: 'Wide, 3:2', aspect: 3 / 2 },
];

/** Crops a picture, in pixels of the original. Loaded on first use. */
export default function CropBox({
  picture,
  action,
  onCancel,
}: {
  picture: Picture;
  action: string;
  onCancel: () => void;
}) {
  const [place, setPlace] = useState<Point>({ x: 0, y: 0 });
  const [zoom, setZoom] = useState(1);
  const [aspect, setAspect] = useState(RATIOS[0]!.aspect);
  const [area, setArea] = useState<Area>();
  const parts = area && { left: area.x, top: area.y, width: area.width, height: area.height };
  return (
    <ActionForm action={action} intent="crop" className="grid gap-4" aria-label="Crop">
      <div className="crop-stage">
        <Cropper
          image={wholeOf(picture)}
          crop={place}
          zoom={zoom}
          aspect={aspect}
          onCropChange={setPlace}
          onZoomChange={setZoom}
          onCropComplete={(_percent, pixels) => setArea(pixels)}
          disableAutomaticStylesInjection
          mediaProps={{ alt: '' }}
          cropperProps={{ role: 'group', 'aria-label': 'Crop area; move it with the arrow keys' }}
        />
      </div>
      <div className="chips" role="group" aria-label="Shape">
        {RATIOS.map((shape) => (
          <button
            key={shape.label}
            type="button"
            className="chip"
            aria-pressed={shape.aspect === aspect}
            onClick={() => setAspect(shape.aspect)}
          >
            {shape.label}
          </button>
        ))}
      </div>
      <label className="grid grid-cols-[4rem_minmax(0,1fr)] items-center gap-2">
        <span className="text-sm">Zoom</span>
        <input
          type="range"
          className="range"
          min={1}
          max={3}
          step={0.05}
          value={zoom}
          onChange={(event) => setZoom(Number(event.target.value))}
        />
      </label>
      {parts ? (
        <>
          <p className="meta num">
            {Math.round(parts.width)} × {Math.round(parts.height)} px. The original stays in Photos.
          </p>
          {Object.entries(parts).map(([name, pixels]) => (
            <input key={name} type="hidden" name={name} value={Math.round(pixels)} />
          ))}
        </>
      ) : null}
      <div className="flex flex-wrap gap-2">
        <Button type="button" look="secondary" onClick={onCancel}>
          Cancel
        </Button>
        <Button disabled={!parts}>Save crop</Button>
      </div>
    </ActionForm>
  );
}
