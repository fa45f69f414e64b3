/**
 * Watches how late the event loop runs: how much later than asked its own timer comes. When that was more than half a
 * second three times in a row, `isOverloaded` says to turn visitors away (T18); one pause, however long, is no alarm.
 * (`monitorEventLoopDelay` of Node records nothing for a loop whose every turn outlasts the look at it, which is when
 * it matters.)
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
