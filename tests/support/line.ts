import { connect, createServer, type Socket } from 'node:net';
import { freePort } from '#scripts/machine.mjs';

/** A proxy that a test can cut, redirect or silence, like a machine without power. */
export async function openLine(farPort: number) {
  const ends = new Set<Socket>();
  const silent = new Set<Socket>();
  const line = createServer((near) => {
    const far = connect(farPort, '127.0.0.1');
    for (const end of [near, far]) {
      ends.add(end);
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
    leadTo: (otherPort: number) => void (farPort = otherPort),
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
