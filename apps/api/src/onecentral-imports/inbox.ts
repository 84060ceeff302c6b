/** An entry as an inbox lists it: a file, or something that cannot be imported. */
export interface InboxFile {
  /** Its name in the inbox, which never is a path. */
  key: string;
  /** When it was last written, in whole milliseconds. */
  modified: Date;
  bytes: number;
  /**
   * Tells it from what lay there before it under the same name. It differs for other content of the same size and time, and for a copy that
   * keeps the times of its original.
   */
  version: string;
  /** When it came to lie there, if the inbox knows: a file of before cannot have arrived under an earlier release. In milliseconds. */
  changed: number;
  /** Whether its sender says that it is complete. Otherwise it is complete once it no longer changes. */
  isDone: boolean;
  /** How long it must stay as it is before it counts as complete, in milliseconds; 0 for from one look to the next. */
  restsMilliseconds: number;
  /** Why it cannot be imported, whatever its content; null for a file. Such an entry is never read, and never removed. */
  problem: string | null;
  /** What its sender says of it, as an entry of its own; null if there is nothing. */
  manifest?: InboxFile | null;
  /** The name of the file that it is about, if it is a manifest without one. */
  describes?: string;
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

  /**
   * Takes the file of a name out of the inbox, or out of a folder in it, if its content has this SHA-256 digest (hex). Any other content
   * stays, or is put back, however alike its name, size and time are. Nothing is written over. Throws if the inbox does not allow it.
   */
  abstract remove(key: string, sha256: string, to?: Destination, from?: Shelf | null): Promise<Removal>;

  /** What came to lie in the folders for files that are done with since this was asked last, also of removals that were cut off. */
  takeShelved(): Shelved[] {
    return [];
  }
}

/** The folders of an inbox for files that are done with: those that were imported, and those that failed. */
export const shelves = ['done', 'failed'] as const;
export type Shelf = (typeof shelves)[number];
/** Where a file goes that leaves the inbox. */
export type Destination = Shelf | 'removed';

/** A file that was put into `done` or `failed`. */
export interface Shelved {
  /** Its name before. */
  key: string;
  sha256: string;
  shelf: Shelf;
  /** Its name there. */
  keptAs: string;
}

/** `other`: something else lies there, which stays. */
export type Removal = 'removed' | 'gone' | 'other';

/** How long a file may change from look to look before it is listed as one that does, in milliseconds. */
const mostChangingMs = 60 * 60_000;
const changing =
  'The file has been changing for an hour, so it was not imported. It is taken as another file once it stays as it is.';

interface Seen {
  version: string;
  /** Since when it is as it is, and since when it changes from look to look. */
  since: number;
  changingSince: number;
}

/** What the looks at an inbox have seen. */
export class Looks {
  private seen = new Map<string, Seen>();

  /**
   * Notes a look at a moment in milliseconds, and returns the entries that are to be taken: their sender says that they are complete, or they
   * no longer change, or they have changed for so long that somebody needs to know.
   */
  completeAmong(found: readonly InboxFile[], now: number): InboxFile[] {
    const before = this.seen;
    this.seen = new Map();
    return found.flatMap((file) => {
      const entry = JSON.stringify([file.key, file.problem]);
      const earlier = before.get(entry);
      // A manifest may still be being written as well.
      const version = file.manifest == null ? file.version : `${file.version} ${file.manifest.version}`;
      const isSame = earlier?.version === version;
      const since = isSame ? earlier.since : now;
      const changingSince = isSame || earlier === undefined ? now : earlier.changingSince;
      this.seen.set(entry, { version, since, changingSince });
      if (file.isDone || (isSame && now - since >= file.restsMilliseconds)) return [file];
      if (now - changingSince < mostChangingMs || file.problem !== null) return [];
      return [{ ...file, version: `changing/${changingSince}`, changed: Infinity, problem: changing }];
    });
  }
}
