import type { Refused, Result } from '#app/basics/result.ts';

export type StoredFile = { stream: ReadableStream<Uint8Array>; size: number };

/** Stores picture files. Names are relative, never a visitor's text, and never reused. */
export type Storage = {
  put(name: string, bytes: Uint8Array, contentType: string): Promise<void>;
  open(name: string): Promise<StoredFile | undefined>;
  /** Missing files are fine. */
  remove(names: readonly string[]): Promise<void>;
};

/** `message` is a sentence with the address. */
export type FetchRefusal = Refused<
  'not-that-host' | 'not-public' | 'too-large' | 'too-many' | 'unreachable' | 'not-found',
  { message: string }
>;

/** Fetches pictures from the one host named on the command line (T20). The content is not yet known to be a picture. */
export type RemotePictures = {
  /** Whether the address is on that host; sends no request. */
  serves(address: string): boolean;
  fetch(address: string): Promise<Result<{ bytes: Uint8Array; filename: string }, FetchRefusal>>;
};

declare module '#app/platform/shop.server.ts' {
  interface Suppliers {
    storage: Storage;
  }
}
