export type BackupPlace = {
  address: string;
  list(): Promise<string[]>;
  /** Stores a file, which appears only when complete. */
  put(name: string, file: string): Promise<void>;
  /** Throws when the file does not exist. */
  fetch(name: string, file: string): Promise<void>;
  remove(name: string): Promise<void>;
};

export type Backups = {
  key: string;
  directory: string;
  places: [BackupPlace, ...BackupPlace[]];
};

declare module '#app/platform/shop.server.ts' {
  interface Suppliers {
    /** Undefined in a demo. */
    backups?: Backups;
    /** Copies the pictures into a folder. Existing files stay. */
    copyPictures?: (directory: string) => Promise<void>;
  }
}
