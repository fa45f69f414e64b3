export type BackupPlace = {
  /** As `npm run restore` expects it. */
  address: string;
  list(): Promise<string[]>;
  /** The file appears only when complete. */
  put(name: string, file: string): Promise<void>;
  /** Throws when it does not exist. */
  fetch(name: string, file: string): Promise<void>;
  remove(name: string): Promise<void>;
};

export type Backups = {
  key: string;
  /** A local folder with enough room. */
  directory: string;
  places: [BackupPlace, ...BackupPlace[]];
};

declare module '#app/platform/shop.server.ts' {
  interface Suppliers {
    /** Undefined in a demo. */
    backups?: Backups;
    /** Keeps existing files. */
    copyPictures?: (directory: string) => Promise<void>;
  }
}
