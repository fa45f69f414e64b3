/**
 * Detects overload from three timer delays above half a second (T18). Node's `monitorEventLoopDelay` records nothing
 * when every turn is too long.
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
