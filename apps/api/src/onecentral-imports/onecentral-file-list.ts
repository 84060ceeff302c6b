import { Injectable } from '@nestjs/common';
import type { OnecentralFile } from '@superscope/contracts/onecentral-imports';
import type { DocumentOf } from '@superscope/contracts/read-models/document-view';
import { importsView } from '@superscope/contracts/read-models/imports';
import { onecentralImportsView } from '@superscope/contracts/read-models/onecentral-imports';
import { usersView } from '@superscope/contracts/read-models/users';
import { sydneyDate, sydneyTime } from '@superscope/domain/calendar-dates';
import { mayMend, type OnecentralStatus } from '@superscope/domain/onecentral-import/onecentral-import';
import type { Filter } from 'mongodb';
import { Refusal } from '../platform/http/problem.filter.js';
import { Views } from '../platform/engines.module.js';
import { ImportProgress } from './import-progress.js';
import type { Destination } from './inbox.js';
import { InboxFiles } from './inbox-files.js';
import { InboxState } from './inbox-state.js';
import { isAboutTaxFileNumbers } from './recognise-file.js';
import { isAboutMembers, tablesAboutMembers } from './tables-about-members.js';

export type FileDocument = DocumentOf<typeof onecentralImportsView>;

/** The first files with errors, so many that they have `mostErrors` or are all, and how many errors all files have. */
interface FewErrors {
  files: FileDocument[];
  count: number;
}

/** How many files are listed: those that need a person first, then what moves, then the newest of the rest. */
const mostFiles = 2_000;
const statusOrder: readonly OnecentralStatus[] = ['Failed', 'Unknown', 'Pending', 'Queued', 'Exported', 'Complete'];

/**
 * Files whose content is kept no longer, because no erasure would reach the members in it. That of a repeat of older content is kept for its
 * days, so that a person can have it imported.
 */
const doneWithContent = {
  status: 'Complete' as const,
  table: { $in: [...tablesAboutMembers] as string[] },
  isOlder: { $ne: true },
};

/** The files of the inbox as people see them. */
@Injectable()
export class OnecentralFileList {
  constructor(
    private readonly views: Views,
    private readonly files: InboxFiles,
    private readonly progress: ImportProgress,
    private readonly state: InboxState,
  ) {}

  private get documents() {
    return this.views.of(onecentralImportsView);
  }

  /** The file that was listed under this name. Throws 404. */
  async one(filename: string): Promise<FileDocument> {
    const found = await this.documents.findOne({ filename, isDeleted: false });
    if (found?.arrivedAt === undefined) throw new Refusal(404, { message: 'There is no such file.' });
    return found;
  }

  /**
   * Those with errors that people still see: failed ones, and after them those whose errors were fetched before, so that a next sheet has what
   * one had no room for. The newest first, as `FewErrors`.
   */
  async withExceptions(mostErrors: number): Promise<FewErrors> {
    const failed = await this.fewErrors({ isDeleted: false, status: 'Failed' }, mostErrors);
    const taken = failed.files.reduce((sum, { errors }) => sum + Math.max(1, errors?.length ?? 0), 0);
    const fetched = await this.fewErrors({ isDeleted: false, status: 'Exported' }, mostErrors - taken);
    return { files: [...failed.files, ...fetched.files], count: failed.count + fetched.count };
  }

  /** Those whose errors are kept: also of files that were deleted or are right by now. The newest first, as `FewErrors`. */
  withErrors(filename: string | undefined, mostErrors: number): Promise<FewErrors> {
    const named = filename === undefined ? {} : { filename };
    return this.fewErrors({ failedAt: { $exists: true }, ...named }, mostErrors);
  }

  private async fewErrors(which: Filter<FileDocument>, mostErrors: number): Promise<FewErrors> {
    const files: FileDocument[] = [];
    let errors = 0;
    // A few at a time, because each may have hundreds of errors.
    for await (const file of this.documents.find(which, { batchSize: 20 }).sort({ arrivedAt: -1 })) {
      if (errors >= mostErrors) break;
      files.push(file);
      errors += Math.max(1, file.errors?.length ?? 0);
    }
    const counts = await this.documents.find(which, { projection: { errorCount: 1 } }).toArray();
    return { files, count: counts.reduce((sum, { errorCount = 0 }) => sum + Math.max(1, errorCount), 0) };
  }

  /** Whether another file needs the same content: one that is neither deleted nor done with it. */
  async isNeeded(sha256: string, beside: string): Promise<boolean> {
    const other = { sha256, isDeleted: false, _id: { $ne: beside }, $nor: [doneWithContent] };
    return (await this.documents.findOne(other)) !== null;
  }

  /**
   * What is known of these files, and where each goes that is done with. Those that were deleted, name tax file numbers, or are about members
   * and Complete, are removed; nobody may read them again.
   */
  async leavingAmong(fileIds: readonly string[]): Promise<Leaving[]> {
    if (fileIds.length === 0) return [];
    const projection = { sha256: 1, isDeleted: 1, status: 1, table: 1, name: 1, problem: 1, reason: 1 };
    const found = await this.documents.find({ _id: { $in: [...fileIds] } }, { projection }).toArray();
    return found.map((file) => {
      const { _id: fileId, sha256 = '', isDeleted, status } = file;
      const hasNumbers = namesTaxFileNumbers(file);
      // If its name holds the number, nobody has looked for one in its content.
      const isUnread = sha256 === '' || (hasNumbers && file.name === unacceptedName && !isDeleted);
      return { fileId, sha256, hasNumbers, to: isUnread ? null : destinationOf(file, isDeleted || hasNumbers, status) };
    });
  }

  /** Files of whatever status by id, without their errors. */
  async byId(fileIds: readonly string[]): Promise<Map<string, FileDocument>> {
    const found = await this.documents
      .find({ _id: { $in: [...fileIds] }, arrivedAt: { $exists: true } }, { projection: { errors: 0 } })
      .toArray();
    return new Map(found.map((file) => [file._id, file]));
  }

  /** Deletes content that is about members once the files with it are Complete, and returns of how many files. */
  async deleteDone(since: Date): Promise<number> {
    const done = await this.documents
      .find({ ...doneWithContent, since: { $gte: since } }, { projection: { sha256: 1 } })
      .toArray();
    const kept = await this.files.keptAmong([...new Set(done.map(({ sha256 }) => sha256))]);
    let deleted = 0;
    for (const { _id, sha256 } of done) {
      if (!kept.has(sha256) || (await this.isNeeded(sha256, _id))) continue;
      kept.delete(sha256);
      await this.files.delete(sha256);
      deleted += 1;
    }
    return deleted;
  }

  /** Those of which cells are refused, and neither whole lines nor the file. */
  private async mendableAmong(failed: readonly FileDocument[]): Promise<Set<string>> {
    const ids = failed.filter(({ reason }) => !(reason ?? '').includes(toBeConfirmed)).map(({ _id }) => _id);
    if (ids.length === 0) return new Set();
    const found = this.documents.find(
      {
        _id: { $in: ids },
        errorCount: { $gt: 0 },
        // Of any of them. A column without a name, which cannot be mended, is called by its letter.
        $nor: [
          { 'errors.line': null },
          { 'errors.line': { $lte: 1 } },
          { 'errors.column': null },
          { 'errors.column': { $regex: '^[A-Z]+$' } },
        ],
      },
      { projection: { _id: 1 } },
    );
    return new Set((await found.toArray()).map(({ _id }) => _id));
  }

  private async namesOf(userIds: readonly string[]): Promise<Map<string, string>> {
    if (userIds.length === 0) return new Map();
    const found = this.views.of(usersView).find({ _id: { $in: [...userIds] } }, { projection: { personal: 1 } });
    return new Map(
      (await found.toArray()).flatMap(({ _id, personal }) =>
        personal === null ? [] : [[_id, personal.name ?? personal.username] as const],
      ),
    );
  }

  async list(): Promise<OnecentralFile[]> {
    const found = (
      await this.documents
        .find({ isDeleted: false }, { projection: { errors: 0 } })
        .sort({ arrivedAt: -1 })
        .limit(mostFiles)
        .toArray()
    ).filter(({ arrivedAt }) => arrivedAt !== undefined);
    const running = found.filter(({ isRunning }) => isRunning);
    const mended = found.filter(({ mendedBy }) => mendedBy !== undefined);
    const importIds = [...running, ...mended].flatMap(({ importId }) => (importId === null ? [] : [importId]));
    const [{ lying }, kept, checked, imports, mendable, menders] = await Promise.all([
      this.state.read(),
      this.files.keptAmong([...new Set(found.map(({ sha256 }) => sha256))]),
      this.progress.among(running.map(({ _id }) => _id)),
      this.views
        .of(importsView)
        .find(
          { _id: { $in: importIds } },
          { projection: { done: 1, rows: 1, state: 1, written: 1, skipped: 1, refused: 1 } },
        )
        .toArray(),
      this.mendableAmong(found.filter(({ status }) => mayMend(status))),
      this.namesOf(mended.flatMap(({ mendedBy }) => mendedBy ?? [])),
    ]);
    const written = new Map(imports.map(({ _id, done, rows }) => [_id, { done, total: rows }]));
    const importOf = new Map(imports.map((each) => [each._id, each]));
    const line = found
      .filter(({ status, isRunning, retryAt }) => isWaiting(status) && !isRunning && retryAt === null)
      .toSorted((a, b) => a.since.getTime() - b.since.getTime());
    const places = new Map(line.map(({ _id }, at) => [_id, at + 1]));
    return found
      .toSorted((a, b) => statusOrder.indexOf(a.status) - statusOrder.indexOf(b.status))
      .map((file) => {
        const ofImport = file.importId === null ? undefined : written.get(file.importId);
        const progress = file.isRunning ? (ofImport ?? checked.get(file._id) ?? null) : null;
        return {
          name: file.name,
          filename: file.filename,
          status: file.status,
          modified: file.modified,
          dataDate: file.dataDate,
          arrivedAt: file.arrivedAt.toISOString(),
          table: file.table,
          rows: file.rows,
          bytes: file.bytes,
          note: [
            file.mendedBy === undefined
              ? noteOf(file, ofImport, places.get(file._id) ?? 1)
              : mendedNote(menders.get(file.mendedBy), importOf.get(file.importId ?? '')),
            ...(lying.includes(file._id) && namesTaxFileNumbers(file) ? [liesThere] : []),
          ].join(' '),
          progress,
          errorCount: file.errorCount ?? 0,
          isKept: kept.has(file.sha256),
          isMendable: mendable.has(file._id),
          mended:
            file.mendedBy === undefined || file.importId === null
              ? null
              : { importId: file.importId, by: menders.get(file.mendedBy) ?? null },
        };
      });
  }
}

/** The name of a file whose own name may not be stored. */
export const unacceptedName = 'A name that is not accepted';
/** In the reason of a file whose rows are right, but change so much that somebody confirms it first. */
export const toBeConfirmed = 'to be confirmed; none of the file was taken.';
/** Ends the reason of a file in whose lines there were tax file numbers. */
export const contentDeleted = 'It names tax file numbers, so its content was deleted.';
const liesThere = 'The file itself still lies in the inbox, in plain text: remove it there.';

/** What becomes of a file of the inbox. */
interface Leaving {
  fileId: string;
  sha256: string;
  hasNumbers: boolean;
  /** Null if it stays. */
  to: Destination | null;
}

function destinationOf(
  { table }: Pick<FileDocument, 'table'>,
  mayNotStay: boolean,
  status: OnecentralStatus,
): Destination | null {
  if (mayNotStay) return 'removed';
  if (status === 'Complete') return isAboutMembers(table) ? 'removed' : 'done';
  return isWaiting(status) ? null : 'failed';
}

export const namesTaxFileNumbers = ({ problem, reason }: Pick<FileDocument, 'problem' | 'reason'>): boolean =>
  isAboutTaxFileNumbers(problem ?? '') || (reason ?? '').includes(contentDeleted);

/** What became of the import of a corrected copy; undefined if it has not begun. */
function mendedNote(
  by = 'somebody',
  ofImport:
    Pick<DocumentOf<typeof importsView>, 'state' | 'done' | 'rows' | 'written' | 'skipped' | 'refused'> | undefined,
): string {
  if (ofImport === undefined) return `Repaired by ${by}, and not imported yet`;
  const { state, done, rows, written, skipped, refused = 0 } = ofImport;
  if (state === 'running') return `Repaired by ${by}. Writing, row ${number(done)} of ${number(rows)}`;
  const counts = `${number(written)} written, ${number(skipped)} unchanged${refused === 0 ? '' : `, ${number(refused)} refused`}`;
  return `Repaired by ${by}. ${state === 'failed' ? 'Its import ended midway: ' : ''}${counts}`;
}

const isWaiting = (status: OnecentralStatus): boolean => status === 'Pending' || status === 'Queued';
const number = (value: number): string => value.toLocaleString('en-AU');

/** What stands behind a status, as a sentence without its full stop. */
function noteOf(file: FileDocument, written: { done: number; total: number } | undefined, place: number): string {
  const { status, isRunning, reason, retryAt, problem, sameAsName, isOlder = false, since } = file;
  switch (status) {
    case 'Unknown':
      return problem ?? '';
    case 'Failed':
      return reason ?? '';
    case 'Exported':
      return `Its exceptions were fetched on ${dayFirst(sydneyDate(since))}. ${reason ?? ''}`.trim();
    case 'Complete':
      if (sameAsName === null) return `${number(file.written ?? 0)} written, ${number(file.skipped ?? 0)} unchanged`;
      return isOlder
        ? `The same content as ${sameAsName}, and newer was imported since: nothing was changed. Queue imports it all the same`
        : `The same content as ${sameAsName}: nothing to do`;
    case 'Pending':
    case 'Queued':
      if (isRunning && written !== undefined) return `Writing, row ${number(written.done)} of ${number(written.total)}`;
      if (isRunning) return file.importId === null ? 'Checking' : 'Writing';
      if (retryAt !== null) return `${reason ?? ''} It is tried again at ${sydneyTime(retryAt)}`.trim();
      return place === 1 ? 'Next in line' : `Number ${number(place)} in line`;
  }
}

const dayFirst = (day: string): string => day.split('-').reverse().join('/');
