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

/**
 * Pictures that lie on one host, which whoever runs the shop has named: fetched from there and from nowhere else, from public
 * addresses only, limited in size and number (T20).
 */
export type RemotePictures = {
  fetch(
    address: string,
  ): Promise<
    Result<
      { bytes: Uint8Array; filename: string },
      Refused<
        'not-that-host' | 'not-public' | 'too-large' | 'too-many' | 'unreachable' | 'not-found',
        { message: string }
      >
    >
  >;
};

declare module '#app/platform/shop.server.ts' {
  interface Suppliers {
    storage: Storage;
  }
}
