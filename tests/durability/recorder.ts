// Loaded into the writer by NODE_OPTIONS. Logs each file operation of the embedded database as a JSON line, between the
// acknowledgements.
import fs, { constants } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { relative } from 'node:path';
import { isMainThread, workerData } from 'node:worker_threads';

export type Operation =
  | { op: 'create' | 'mkdir' | 'unlink' | 'rmdir' | 'sync'; path: string }
  | { op: 'rename'; path: string; to: string }
  | { op: 'truncate'; path: string; size: number }
  | { op: 'write'; path: string; at: number; zeros?: number; bytes?: string };

const directory = isMainThread ? undefined : (workerData as { directory?: string } | null)?.directory;
if (directory) record(directory, process.env.RECORD_TO!);

function record(root: string, target: string) {
  const original = { ...fs };
  const log = original.openSync(target, 'a');
  const paths = new Map<number, string>();
  const inside = (path: unknown): path is string =>
    typeof path === 'string' && (path === root || path.startsWith(`${root}/`));
  const shortPath = (path: string) => relative(root, path) || '.';
  const note = (operation: Operation) => void original.writeSync(log, `${JSON.stringify(operation)}\n`);
  const pathOf = (file: string | number) =>
    typeof file === 'number' ? paths.get(file) : inside(file) ? shortPath(file) : undefined;

  fs.openSync = ((path, flags, mode) => {
    if (!inside(path)) return original.openSync(path, flags, mode);
    const wanted = typeof flags === 'number' ? flags : 0;
    const isNew = !original.existsSync(path);
    const descriptor = original.openSync(path, flags, mode);
    paths.set(descriptor, shortPath(path));
    if (isNew) note({ op: 'create', path: shortPath(path) });
    else if (wanted & constants.O_TRUNC) note({ op: 'truncate', path: shortPath(path), size: 0 });
    return descriptor;
  }) as typeof fs.openSync;

  fs.closeSync = (descriptor) => {
    paths.delete(descriptor);
    original.closeSync(descriptor);
  };

  fs.writeSync = ((descriptor: number, data: Uint8Array, offset: number, length: number, position: number | null) => {
    const path = paths.get(descriptor);
    if (path !== undefined && typeof position !== 'number')
      throw new Error(`a write to ${path} without a position can't be recorded`);
    const written = original.writeSync(descriptor, data, offset, length, position);
    if (path !== undefined) {
      const bytes = Buffer.from(data.buffer, data.byteOffset + offset, written);
      const zeros = bytes.every((byte) => byte === 0);
      note({ op: 'write', path, at: position!, ...(zeros ? { zeros: written } : { bytes: bytes.toString('base64') }) });
    }
    return written;
  }) as typeof fs.writeSync;

  fs.writeFileSync = ((path: string, data: string, options) => {
    if (inside(path) && data !== '') throw new Error(`writing all of ${path} can't be recorded`);
    const isNew = inside(path) && !original.existsSync(path);
    original.writeFileSync(path, data, options);
    if (inside(path))
      note(isNew ? { op: 'create', path: shortPath(path) } : { op: 'truncate', path: shortPath(path), size: 0 });
  }) as typeof fs.writeFileSync;

  const truncated = (file: string | number, size: number) => {
    const path = pathOf(file);
    if (path !== undefined) note({ op: 'truncate', path, size });
  };
  fs.truncateSync = ((path: string, size = 0) => {
    original.truncateSync(path, size);
    truncated(path, size);
  }) as typeof fs.truncateSync;
  fs.ftruncateSync = (descriptor, size) => {
    original.ftruncateSync(descriptor, size);
    truncated(descriptor, size ?? 0);
  };
  fs.renameSync = (path, to) => {
    original.renameSync(path, to);
    if (!inside(path) || !inside(to)) return;
    const [from, now] = [shortPath(path), shortPath(to)];
    note({ op: 'rename', path: from, to: now });
    for (const [descriptor, known] of paths) if (known === from) paths.set(descriptor, now);
  };
  for (const op of ['unlink', 'rmdir', 'mkdir'] as const) {
    const does = original[`${op}Sync`] as (path: string, ...more: unknown[]) => unknown;
    fs[`${op}Sync`] = ((path: string, ...more: unknown[]) => {
      const answer = does(path, ...more);
      if (inside(path)) note({ op, path: shortPath(path) });
      return answer;
    }) as never;
  }
  fs.fsyncSync = (descriptor) => {
    original.fsyncSync(descriptor);
    const path = paths.get(descriptor);
    if (path !== undefined) note({ op: 'sync', path });
  };
  syncBuiltinESMExports();
}
