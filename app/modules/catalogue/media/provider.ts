import type { Refused, Result } from '#app/basics/result.ts';

export type StoredFile = { stream: ReadableStream<Uint8Array>; size: number };

/** Stores picture files. Names are relative, never contain a visitor's text, and are never reused. */
export type Storage = {
  put(name: string, bytes: Uint8Array, contentType: string): Promise<void>;
  open(name: string): Promise<StoredFile | undefined>;
  remove(names: readonly string[]): Promise<void>;
};

export type FetchRefusal = Refused<
  'not-that-host' | 'not-public' | 'too-large' | 'too-many' | 'unreachable' | 'not-found',
  { message: string }
>;

/** Fetches pictures from the one host named on the command line (T20). Callers validate the content. */
export type RemotePictures = {
  serves(address: string): boolean;
  fetch(address: string): Promise<Result<{ bytes: Uint8Array; filename: string }, FetchRefusal>>;
};

declare module '#app/platform/shop.server.ts' {
  interface Suppliers {
    storage: Storage;
  }
}
