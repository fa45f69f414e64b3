export type View = { scale: number; x: number; y: number };
type Point = { x: number; y: number };
type Box = { width: number; height: number };

export const WHOLE: View = { scale: 1, x: 0, y: 0 };
export const NEAREST = 5;
export const NEAR = 2.5;

const between = (low: number, value: number, high: number) => Math.min(Math.max(value, low), high);

export function clampView({ scale, x, y }: View, box: Box): View {
  const [across, down] = [((scale - 1) * box.width) / 2, ((scale - 1) * box.height) / 2];
  return { scale, x: between(-across, x, across), y: between(-down, y, down) };
}

/** Zooms between 1 and 5. The point `at`, measured from the centre, stays in place. */
export function zoomAt(view: View, factor: number, at: Point, box: Box): View {
  const scale = between(1, view.scale * factor, NEAREST);
  const grown = scale / view.scale;
  return clampView({ scale, x: at.x - (at.x - view.x) * grown, y: at.y - (at.y - view.y) * grown }, box);
}

export const move = (view: View, by: Point, box: Box): View =>
  clampView({ scale: view.scale, x: view.x + by.x, y: view.y + by.y }, box);
