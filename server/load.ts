/**
 * Watches how late the event loop runs: how much later than asked its own timer comes, smoothed so that one pause is no
 * alarm. While that is above half a second, `overloaded` says to turn visitors away (T18). (`monitorEventLoopDelay` of
 * Node records nothing for a loop whose every turn outlasts the look at it, which is when it matters.)
 */
export function watchLoad({ tooLateInMs = 500, lookEveryMs = 100 } = {}): {
  isOverloaded: () => boolean;
  stop: () => void;
} {
  let last = performance.now();
  let lateInMs = 0;
  const timer = setInterval(() => {
    const now = performance.now();
    lateInMs = (lateInMs + Math.max(0, now - last - lookEveryMs)) / 2;
    last = now;
  }, lookEveryMs);
  timer.unref();
  return { isOverloaded: () => lateInMs > tooLateInMs, stop: () => clearInterval(timer) };
}
