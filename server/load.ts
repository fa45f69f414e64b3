import { monitorEventLoopDelay } from 'node:perf_hooks';

const TOO_LATE_MILLISECONDS = 1000;
const LOOK_EVERY_MILLISECONDS = 500;

/** Watches how late the event loop runs; while its mean delay is above a second, `overloaded` says to turn visitors away (T18). */
export function watchLoad(): { overloaded: () => boolean; stop: () => void } {
  const delay = monitorEventLoopDelay({ resolution: 20 });
  delay.enable();
  let overloaded = false;
  const timer = setInterval(() => {
    overloaded = delay.mean / 1e6 > TOO_LATE_MILLISECONDS;
    delay.reset();
  }, LOOK_EVERY_MILLISECONDS);
  timer.unref();
  return {
    overloaded: () => overloaded,
    stop: () => {
      clearInterval(timer);
      delay.disable();
    },
  };
}
