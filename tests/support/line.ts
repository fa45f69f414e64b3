import { connect, createServer, type Socket } from 'node:net';
import { freePort } from '#scripts/machine.mjs';

/**
 * The way to a server of this machine: it can be cut and mended, led to another port, as a proxy does when another server is the
 * primary, or go silent, as when the far machine loses its power: what is sent is taken, and nothing ever comes back.
 */
export async function openLine(farPort: number) {
  const ends = new Set<Socket>();
  const silent = new Set<Socket>();
  const line = createServer((near) => {
    const far = connect(farPort, '127.0.0.1');
    for (const end of [near, far]) {
      ends.add(end);
      // The other end is gone already.
      end.on('error', () => end.destroy());
    }
    near.pipe(far).pipe(near);
  });
  const port = await freePort('127.0.0.1');
  const mend = () => new Promise<void>((resolve) => line.listen(port, '127.0.0.1', resolve));
  const cut = () =>
    new Promise<unknown>((resolve) => {
      line.close(resolve);
      for (const end of [...ends, ...silent]) end.destroy();
      ends.clear();
      silent.clear();
    });
  await mend();
  return {
    port,
    mend,
    cut,
    /** Connections from now on lead there. */
    leadTo: (otherPort: number) => void (farPort = otherPort),
    /** Those that there are go silent; new ones don't. */
    silence: () => {
      for (const end of ends) {
        end.unpipe();
        end.pause();
        silent.add(end);
      }
      ends.clear();
    },
  };
}
