/**
 * Detects overload when three timers are more than half a second late (T18). Node's `monitorEventLoopDelay` records
 * nothing if every turn is too long.
 */
export function watchLoad({ tooLateInMs = 500, lookEveryMs = 100 } = {}): {
  isOverloaded: () => boolean;
  stop: () => void;
} {
  let last = performance.now();
  const lateInMs = [0, 0, 0];
  const timer = setInterval(() => {
    const now = performance.now();
    lateInMs.shift();
    lateInMs.push(now - last - lookEveryMs);
    last = now;
  }, lookEveryMs);
  timer.unref();
  return { isOverloaded: () => Math.min(...lateInMs) > tooLateInMs, stop: () => clearInterval(timer) };
}
