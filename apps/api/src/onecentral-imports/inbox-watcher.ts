import { createHash } from 'node:crypto';
import { Injectable, Logger, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { onecentralImportsView } from '@superscope/contracts/read-models/onecentral-imports';
import {
  arriveFile,
  onecentralImportStream,
  refuseFile,
  type ArrivedFile,
} from '@superscope/domain/onecentral-import/onecentral-import';
import { cleanText } from '@superscope/domain/text/clean-text';
import { EventStore } from '@superscope/event-store/event-store';
import { Gauge } from 'prom-client';
import { ImportSettings } from '../csv/run/import-settings.js';
import { systemContext } from '../platform/commands/command-context.js';
import { Ops, Views } from '../platform/engines.module.js';
import { fileNameProblem } from '../platform/http/file-name-problem.js';
import { Schedule } from '../work/schedule.js';
import { completeAmong, Inbox, InboxFileChanged, InboxFileUnreadable, noInbox, type InboxFile } from './inbox.js';
import { InboxFiles } from './inbox-files.js';
import { InboxState } from './inbox-state.js';
import { LateTables } from './late-tables.js';
import { LeasedLoop } from './leased-loop.js';
import { OnecentralFileList } from './onecentral-file-list.js';
import { OnecentralSettings } from './onecentral-settings.js';
import { isAboutTaxFileNumbers, recogniseFile, type RecognisedFile } from './recognise-file.js';

const longestName = 255;
/** How often a file that cannot be read is tried, over about half an hour. */
const mostTries = 5;
const unreadable = 'The file cannot be read. Let the portal read it, and leave it in the inbox again.';
const tooLarge = (mostBytes: number) =>
  `The file has more than ${Math.floor(mostBytes / 1024 ** 2).toLocaleString('en-AU')} MiB. Leave it in parts.`;

/** Only the process that looks at the inbox counts them; the others say 0. */
const lateTables = new Gauge({
  name: 'superscope_onecentral_late_tables',
  help: 'Tables of OneCentral that have not come by the day on which they are expected',
});
const dayMs = 24 * 60 * 60_000;

/** Identifies a file of an inbox in one version. It names the file's stream, so the event store lets it arrive once. */
export const fileIdOf = (source: string, { key, modified, bytes }: InboxFile): string =>
  createHash('sha256')
    .update(JSON.stringify([source, key, modified.getTime(), bytes]))
    .digest('hex')
    .slice(0, 32);

/** Looks at the inbox, and takes each complete file once: into the `files` database first, and then into its stream. */
@Injectable()
export class InboxWatcher implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly log = new Logger('OneCentral');
  private readonly loop: LeasedLoop;
  /** The files of the last look. */
  private before: readonly InboxFile[] = [];
  /** Files that are known to have arrived. */
  private arrived = new Set<string>();
  /** Files that could not be taken: how often they were tried, and until when they wait, in ms. */
  private tried = new Map<string, { tries: number; notBefore: number }>();
  /** Files that are done with and could not be taken out of the inbox, for example because it may only be read: as `tried`. */
  private staying = new Map<string, { tries: number; notBefore: number }>();

  constructor(
    private readonly inbox: Inbox,
    private readonly state: InboxState,
    private readonly files: InboxFiles,
    private readonly store: EventStore,
    private readonly views: Views,
    private readonly settings: OnecentralSettings,
    private readonly schedule: Schedule,
    private readonly tables: LateTables,
    private readonly list: OnecentralFileList,
    private readonly imports: ImportSettings,
    ops: Ops,
  ) {
    this.loop = new LeasedLoop(ops, {
      lease: 'onecentral-inbox',
      everyMilliseconds: () => this.settings.lookAtInboxMilliseconds,
      turn: (signal) => this.turn(signal),
    });
  }

  onApplicationBootstrap(): void {
    this.schedule.add({
      key: 'onecentralFiles',
      name: 'Files of OneCentral past their days are deleted',
      times: { every: 'hour', atMinute: 25 },
      run: async () => {
        const before = new Date(Date.now() - this.settings.keptDays * dayMs);
        const deleted = (await this.files.deleteOld(before)) + (await this.list.deleteDone(before));
        await this.files.deleteCutOff(new Date(Date.now() - dayMs));
        return { isDone: true, said: deleted === 0 ? 'There were none' : `${deleted} deleted` };
      },
    });
    if (this.inbox.source !== noInbox) this.loop.start();
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.loop.stop();
  }

  /** Looks at once. */
  look(): Promise<void> {
    return this.loop.look();
  }

  private async turn(signal: AbortSignal): Promise<void> {
    signal.addEventListener('abort', noneIsLate, { once: true });
    lateTables.set((await this.tables.late()).length);
    if (signal.aborted) noneIsLate();
    const found = await this.inbox.list().catch((err: unknown) => err as Error);
    if (found instanceof Error) {
      // Nothing is lost: what was taken is kept, and the rest is found when the inbox answers.
      if (await this.state.noteAway(new Date()))
        this.log.warn({ msg: 'the inbox does not answer', code: codeOf(found) });
      return;
    }
    const complete = completeAmong(found, this.before);
    this.before = found;
    const ids = new Map(complete.map((file) => [fileIdOf(this.inbox.source, file), file]));
    // Only what still lies there is remembered.
    this.arrived = new Set([...this.arrived].filter((fileId) => ids.has(fileId)));
    this.tried = new Map([...this.tried].filter(([fileId]) => ids.has(fileId)));
    const unknown = [...ids.keys()].filter((fileId) => !this.arrived.has(fileId));
    for (const fileId of await this.known(unknown)) this.arrived.add(fileId);
    for (const [fileId, file] of [...ids].toSorted(([, a], [, b]) => a.modified.getTime() - b.modified.getTime())) {
      if (signal.aborted) return;
      if (!this.arrived.has(fileId)) await this.besideOthers(fileId, file);
    }
    await this.clear(ids);
    await this.state.noteAnswer(new Date());
  }

  /**
   * Takes files that are Complete or deleted out of the inbox, where it allows that. Their streams know them, so one that stays is not taken
   * again; it is tried ever more rarely, because a share may only have been away.
   */
  private async clear(ids: ReadonlyMap<string, InboxFile>): Promise<void> {
    this.staying = new Map([...this.staying].filter(([fileId]) => ids.has(fileId)));
    const now = performance.now();
    const due = [...ids.keys()].filter((fileId) => (this.staying.get(fileId)?.notBefore ?? 0) <= now);
    for (const fileId of await this.list.endedAmong(due)) {
      try {
        await this.inbox.remove(ids.get(fileId)!);
      } catch (err) {
        const tries = (this.staying.get(fileId)?.tries ?? 0) + 1;
        this.staying.set(fileId, { tries, notBefore: performance.now() + this.settings.waitAfterTry(tries) });
        if (tries === 1)
          this.log.warn({ msg: 'a file that is done with stays in the inbox', fileId, code: codeOf(err) });
      }
    }
  }

  private async known(fileIds: readonly string[]): Promise<string[]> {
    if (fileIds.length === 0) return [];
    const found = this.views.of(onecentralImportsView).find({ _id: { $in: [...fileIds] } }, { projection: { _id: 1 } });
    return (await found.toArray()).map(({ _id }) => _id);
  }

  /** A file that cannot be read keeps no other from arriving. It is tried again ever more rarely, and is Failed in the end. */
  private async besideOthers(fileId: string, file: InboxFile): Promise<void> {
    const { tries, notBefore } = this.tried.get(fileId) ?? { tries: 0, notBefore: 0 };
    if (notBefore > performance.now()) return;
    try {
      if (tries >= mostTries) await this.refuse(fileId, file, unreadable);
      else await this.take(fileId, file);
      this.arrived.add(fileId);
    } catch (err) {
      if (err instanceof InboxFileChanged) return;
      // Only what is the file's own fault counts: an engine or a share that is away comes back.
      const now = err instanceof InboxFileUnreadable ? tries + 1 : tries;
      const wait = now >= mostTries ? 0 : this.settings.waitAfterTry(Math.max(1, now));
      this.tried.set(fileId, { tries: now, notBefore: performance.now() + wait });
      this.log.warn({ msg: 'a file of the inbox could not be taken', fileId, code: codeOf(err) });
    }
  }

  /** Lists a file as Failed, without its content. */
  private async refuse(fileId: string, file: InboxFile, reason: string): Promise<void> {
    const arrived: ArrivedFile = { ...this.arrivedOf(fileId, file), sha256: '', ...unnamed };
    const by = systemContext(`onecentral/${fileId}/arrived`);
    await this.store.transact(onecentralImportStream, fileId, refuseFile(arrived, reason), by);
  }

  private arrivedOf(fileId: string, { key, modified, bytes }: InboxFile) {
    const name = fileNameProblem(key) === null ? cleanText(key).slice(0, longestName) : 'A name that is not accepted';
    return { fileId, source: this.inbox.source, name, modified: modified.toISOString(), bytes };
  }

  private async take(fileId: string, file: InboxFile): Promise<void> {
    const { maxFileBytes } = this.imports;
    if (file.bytes > maxFileBytes) return this.refuse(fileId, file, tooLarge(maxFileBytes));
    const unfit = fileNameProblem(file.key);
    const of = this.arrivedOf(fileId, file);
    const sha256 = await this.files.keep(this.inbox.read(file));
    const recognised = unfit === null ? await this.recognised(of.name, sha256) : { ...unnamed, problem: unfit };
    const { table, problem, dataDate, rows } = recognised;
    // The number itself is stored nowhere: not in the name, nor in the content.
    const mayNotStay = problem !== null && isAboutTaxFileNumbers(problem);
    if (mayNotStay || (unfit !== null && !(await this.list.isNeeded(sha256, fileId)))) await this.files.delete(sha256);
    const arrived: ArrivedFile = { ...of, sha256, table, dataDate, rows, problem };
    const by = systemContext(`onecentral/${fileId}/arrived`);
    await this.store.transact(onecentralImportStream, fileId, arriveFile(arrived), by);
  }

  private async recognised(name: string, sha256: string): Promise<RecognisedFile> {
    const content = await this.files.read(sha256);
    if (content === null) throw new Error('The file was not stored.');
    return recogniseFile(name, content);
  }
}

/** What may be logged of an error: its message may say a path. */
const codeOf = (error: unknown): string => String((error as { code?: unknown } | null)?.code ?? 'none');

const noneIsLate = () => lateTables.set(0);

const unnamed: RecognisedFile = { table: null, problem: null, dataDate: null, rows: null };
