/** Where finished backups are stored by name. */
export type BackupPlace = {
  /** As `npm run restore` takes it. */
  address: string;
  list(): Promise<string[]>;
  /** Stores a file, which appears only when it is complete. */
  put(name: string, file: string): Promise<void>;
  /** Throws when it does not exist. */
  fetch(name: string, file: string): Promise<void>;
  remove(name: string): Promise<void>;
};

export type Backups = {
  key: string;
  /** A local folder with enough room. */
  directory: string;
  /** That folder, and a remote place if there is one. */
  places: [BackupPlace, ...BackupPlace[]];
};

declare module '#app/platform/shop.server.ts' {
  interface Suppliers {
    /** Undefined in a demo. */
    backups?: Backups;
    /** Copies every picture into a directory; keeps existing ones. */
    copyPictures?: (directory: string) => Promise<void>;
  }
}
