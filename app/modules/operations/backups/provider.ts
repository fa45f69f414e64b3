/** A place where finished backups lie, each under its name. */
export type BackupPlace = {
  /** Where it is, as `npm run restore` takes it. */
  address: string;
  list(): Promise<string[]>;
  /** Puts a file there: under its name it is whole, or it isn't there. */
  put(name: string, file: string): Promise<void>;
  /** Brings one back into a file; throws when there is none of that name. */
  fetch(name: string, file: string): Promise<void>;
  remove(name: string): Promise<void>;
};

/** What the shop needs to make backups by itself. */
export type Backups = {
  key: string;
  /** Where they are made: a folder of this machine, in which there is room. */
  directory: string;
  /** That folder, and the other place if there is one, in which they are safe from what happens to the machine. */
  places: [BackupPlace, ...BackupPlace[]];
};

declare module '#app/platform/shop.server.ts' {
  interface Suppliers {
    /** Not there where none are made: in a demo. */
    backups?: Backups;
    /** Copies every picture into a directory; what is there already stays. */
    copyPictures?: (directory: string) => Promise<void>;
  }
}
