import { monitorEventLoopDelay } from 'node:perf_hooks';

/** Watches how late the event loop runs; while its mean delay is above a second, `overloaded` says to turn visitors away (T18). */
export function watchLoad({ tooLateInMs = 1000, lookEveryMs = 500 } = {}): { overloaded: () => boolean; stop: () => void } {
  const delay = monitorEventLoopDelay({ resolution: 20 });
  delay.enable();
  let overloaded = false;
  const timer = setInterval(() => {
    overloaded = delay.mean / 1e6 > tooLateInMs;
    delay.reset();
  }, lookEveryMs);
  timer.unref();
  return {
    overloaded: () => overloaded,
    stop: () => {
      clearInterval(timer);
      delay.disable();
    },
  };
}
