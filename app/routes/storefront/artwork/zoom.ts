/** How a picture lies in its box: how many times larger, and how far its middle is from the middle of the box, in pixels. */
export type View = { scale: number; x: number; y: number };
type Point = { x: number; y: number };
type Box = { width: number; height: number };

export const WHOLE: View = { scale: 1, x: 0, y: 0 };
export const NEAREST = 5;
/** What a double tap and the first press of the button come to. */
export const NEAR = 2.5;

const between = (low: number, value: number, high: number) => Math.min(Math.max(value, low), high);

/** The view with its edges never inside the box, so that the picture can't be lost. */
export function within({ scale, x, y }: View, box: Box): View {
  const [across, down] = [((scale - 1) * box.width) / 2, ((scale - 1) * box.height) / 2];
  return { scale, x: between(-across, x, across), y: between(-down, y, down) };
}

/** The view `factor` times nearer, between whole and 5 times, with what is under `at` (from the middle) staying there. */
export function nearer(view: View, factor: number, at: Point, box: Box): View {
  const scale = between(1, view.scale * factor, NEAREST);
  const grown = scale / view.scale;
  return within({ scale, x: at.x - (at.x - view.x) * grown, y: at.y - (at.y - view.y) * grown }, box);
}

export const move = (view: View, by: Point, box: Box): View =>
  within({ scale: view.scale, x: view.x + by.x, y: view.y + by.y }, box);
