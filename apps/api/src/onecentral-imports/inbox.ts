/** A file as an inbox lists it. */
export interface InboxFile {
  /** Its name in the inbox, which never is a path. */
  key: string;
  /** When it was last written, in whole milliseconds. With the size it is the file's version. */
  modified: Date;
  bytes: number;
  /** Whether its sender says that it is complete. Otherwise it is complete once it no longer changes. */
  isDone: boolean;
}

/** A file is no longer the one that was listed: it is still being written, was replaced, or is gone. */
export class InboxFileChanged extends Error {
  constructor(key: string) {
    super(`The file ${key} changed while it was read.`);
    this.name = 'InboxFileChanged';
  }
}

/** A file cannot be read, for example because the portal may not. Its message says no path. */
export class InboxFileUnreadable extends Error {
  constructor(
    /** That of the system: `EACCES`. */
    readonly code: string,
  ) {
    super('A file of the inbox cannot be read.');
    this.name = 'InboxFileUnreadable';
  }
}

/** The kind of inbox where the settings name none. */
export const noInbox = 'none';

/** Where OneCentral leaves its files. */
export abstract class Inbox {
  /** The kind of inbox, which is part of a file's identity. */
  abstract readonly source: string;

  /** The files that are there. Rejects while the inbox does not answer. */
  abstract list(): Promise<InboxFile[]>;

  /** The content of a listed file. Throws InboxFileChanged if it is another one by now, and InboxFileUnreadable. */
  abstract read(file: InboxFile): AsyncIterable<Uint8Array>;

  /** Takes a listed file out of the inbox, if it is still the same and the inbox allows it. */
  abstract remove(file: Pick<InboxFile, 'key' | 'modified' | 'bytes'>): Promise<void>;
}

/**
 * The files that are complete: those whose sender says so, and those that were the same at the look before. An empty file is one that is
 * still to be written.
 */
export function completeAmong(found: readonly InboxFile[], before: readonly InboxFile[]): InboxFile[] {
  const earlier = new Map(before.map((file) => [file.key, file]));
  return found.filter((file) => file.isDone || (file.bytes > 0 && isSame(file, earlier.get(file.key))));
}

const isSame = (a: InboxFile, b: InboxFile | undefined): boolean =>
  b !== undefined && a.bytes === b.bytes && a.modified.getTime() === b.modified.getTime();
