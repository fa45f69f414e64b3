import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Operation } from './recorder.ts';

export type Survives = 'nothing' | 'names' | 'some' | 'everything';

type Content = { op: 'write'; at: number; bytes: Buffer } | { op: 'truncate'; size: number };
type Inode = { synced: Content[]; unsynced: Content[]; base?: string };
type Name = (names: Map<string, Inode>) => void;

const sectorBytes = 4096;

/**
 * Models a journaling disk such as ext4. A sync makes a file’s content and all earlier name changes durable. Unsynced
 * content is lost, kept, or partly kept.
 */
export class Disk {
  #now = new Map<string, Inode>();
  #durable = new Map<string, Inode>();
  #journal: Name[] = [];
  #base: string;
  #files: string[];
  #honoursSync: boolean;

  /** If `honoursSync` is false, a sync does nothing, as in PGlite itself. */
  constructor(base: string, files: string[], honoursSync: boolean) {
    this.#base = base;
    this.#files = files;
    this.#honoursSync = honoursSync;
    for (const path of files) {
      const inode: Inode = { synced: [], unsynced: [], base: path };
      this.#now.set(path, inode);
      this.#durable.set(path, inode);
    }
  }

  apply(operation: Operation) {
    const { op, path } = operation;
    if (op === 'write')
      this.#change(path, {
        op,
        at: operation.at,
        bytes: operation.bytes === undefined ? Buffer.alloc(operation.zeros!) : Buffer.from(operation.bytes, 'base64'),
      });
    else if (op === 'truncate') this.#change(path, { op, size: operation.size });
    else if (op === 'sync') this.#sync(path);
    else this.#rename(nameChange(operation));
  }

  #change(path: string, content: Content) {
    const inode = this.#now.get(path);
    if (!inode) throw new Error(`${operationOf(content)} of ${path}, which the recording does not know`);
    inode.unsynced.push(content);
  }

  #sync(path: string) {
    if (!this.#honoursSync) return;
    for (const change of this.#journal.splice(0)) change(this.#durable);
    const inode = this.#now.get(path);
    if (inode) inode.synced.push(...inode.unsynced.splice(0));
  }

  #rename(change: Name) {
    change(this.#now);
    this.#journal.push(change);
  }

  /** Writes the disk’s content after a power cut into `target`. `chance` returns 0 to 1. */
  cut(target: string, survives: Survives, chance: () => number) {
    const names = new Map(this.#durable);
    const journaled =
      survives === 'nothing'
        ? 0
        : survives === 'some'
          ? Math.floor(chance() * (this.#journal.length + 1))
          : this.#journal.length;
    for (const change of this.#journal.slice(0, journaled)) change(names);

    cpSync(this.#base, target, { recursive: true });
    for (const path of this.#files) if (names.get(path)?.base !== path) rmSync(join(target, path));

    for (const [path, inode] of names) {
      const surviving =
        survives === 'everything'
          ? inode.unsynced
          : survives === 'some'
            ? inode.unsynced.flatMap((content) => someOf(content, chance))
            : [];
      const changes = [...inode.synced, ...surviving];
      if (inode.base === path && changes.length === 0) continue;
      mkdirSync(dirname(join(target, path)), { recursive: true });
      const before = inode.base === undefined ? Buffer.alloc(0) : readFileSync(join(this.#base, inode.base));
      writeFileSync(join(target, path), contentAfter(before, changes), { mode: 0o600 });
    }
  }
}

const operationOf = (content: Content) =>
  content.op === 'write' ? `a write at ${content.at}` : `a truncation to ${content.size}`;

const emptyFile = (): Inode => ({ synced: [], unsynced: [] });

function nameChange(operation: Exclude<Operation, { op: 'write' | 'truncate' | 'sync' }>): Name {
  const { op, path } = operation;
  if (op === 'create') {
    const inode = emptyFile();
    return (names) => void names.set(path, inode);
  }
  if (op === 'rename') {
    const { to } = operation as { to: string };
    return (names) => {
      const moved = names.get(path);
      if (!moved) return;
      names.delete(path);
      names.set(to, moved);
    };
  }
  if (op === 'unlink') return (names) => void names.delete(path);
  return () => {};
}

/** Each sector of a write survives independently. */
function someOf(content: Content, chance: () => number): Content[] {
  if (content.op === 'truncate') return chance() < 0.5 ? [content] : [];
  const surviving: Content[] = [];
  for (let from = 0; from < content.bytes.length; from += sectorBytes) {
    if (chance() < 0.5)
      surviving.push({ op: 'write', at: content.at + from, bytes: content.bytes.subarray(from, from + sectorBytes) });
  }
  return surviving;
}

function contentAfter(before: Buffer, changes: Content[]): Buffer {
  let size = before.length;
  let length = before.length;
  for (const change of changes)
    length = Math.max(length, change.op === 'write' ? change.at + change.bytes.length : change.size);
  const content = Buffer.alloc(length);
  before.copy(content);
  for (const change of changes) {
    if (change.op === 'truncate') {
      if (change.size < size) content.fill(0, change.size, size);
      size = change.size;
    } else {
      change.bytes.copy(content, change.at);
      size = Math.max(size, change.at + change.bytes.length);
    }
  }
  return content.subarray(0, size);
}
