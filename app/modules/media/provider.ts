export type StoredFile = { stream: ReadableStream<Uint8Array>; size: number };

/** Where picture files are kept. Names are relative, never a visitor's own text, and never used for a second content. */
export type Storage = {
  put(name: string, bytes: Uint8Array, contentType: string): Promise<void>;
  /** The file's content, or undefined when there is none of that name. */
  open(name: string): Promise<StoredFile | undefined>;
  /** Removes what is there; a missing file is fine. */
  remove(names: readonly string[]): Promise<void>;
};

declare module '#app/platform/shop.server.ts' {
  interface Suppliers {
    storage: Storage;
  }
}
