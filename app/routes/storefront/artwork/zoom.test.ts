import fc from 'fast-check';
import { expect, test } from 'vitest';
import { move, NEAREST, zoomAt, WHOLE, type View } from './zoom.ts';

const box = { width: 390, height: 700 };
const point = fc.record({
  x: fc.double({ min: -195, max: 195, noNaN: true }),
  y: fc.double({ min: -350, max: 350, noNaN: true }),
});
const gesture = fc.oneof(
  fc.record({ factor: fc.double({ min: 0.2, max: 5, noNaN: true }), at: point }),
  fc.record({ by: point }),
);

test('any gesture keeps the zoom between one and five, covering the box', () => {
  fc.assert(
    fc.property(fc.array(gesture, { maxLength: 20 }), (gestures) => {
      let view: View = WHOLE;
      for (const each of gestures)
        view = 'by' in each ? move(view, each.by, box) : zoomAt(view, each.factor, each.at, box);
      expect(view.scale).toBeGreaterThanOrEqual(1);
      expect(view.scale).toBeLessThanOrEqual(NEAREST);
      expect(Math.abs(view.x)).toBeLessThanOrEqual(((view.scale - 1) * box.width) / 2 + 1e-6);
      expect(Math.abs(view.y)).toBeLessThanOrEqual(((view.scale - 1) * box.height) / 2 + 1e-6);
    }),
  );
});

test('zooming in keeps the point under the finger', () => {
  fc.assert(
    fc.property(point, fc.double({ min: 1, max: NEAREST, noNaN: true }), (at, factor) => {
      const view = zoomAt(WHOLE, factor, at, box);
      expect((at.x - view.x) / view.scale).toBeCloseTo(at.x, 6);
      expect((at.y - view.y) / view.scale).toBeCloseTo(at.y, 6);
    }),
  );
});
