import type { Refused, Result } from '#app/basics/result.ts';

export type StoredFile = { stream: ReadableStream<Uint8Array>; size: number };

/** Where picture files are kept. Names are relative, never a visitor's own text, and never used for a second content. */
export type Storage = {
  put(name: string, bytes: Uint8Array, contentType: string): Promise<void>;
  /** The file's content, or undefined when there is none of that name. */
  open(name: string): Promise<StoredFile | undefined>;
  /** Removes what is there; a missing file is fine. */
  remove(names: readonly string[]): Promise<void>;
};

/** Why a picture wasn't fetched; `message` names the address and says it in a sentence. */
export type FetchRefusal = Refused<
  'not-that-host' | 'not-public' | 'too-large' | 'too-many' | 'unreachable' | 'not-found',
  { message: string }
>;

/** Pictures by address, of the one host that the person at the command line named (T20). What comes is not yet known to be a picture. */
export type RemotePictures = {
  /** Whether the address is one of that host's, so that it would be asked; asks nobody. */
  serves(address: string): boolean;
  fetch(address: string): Promise<Result<{ bytes: Uint8Array; filename: string }, FetchRefusal>>;
};

declare module '#app/platform/shop.server.ts' {
  interface Suppliers {
    storage: Storage;
  }
}
