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
import { Inbox, InboxFileChanged, InboxFileUnreadable, Looks, noInbox, type InboxFile } from './inbox.js';
import { InboxFiles } from './inbox-files.js';
import { InboxClearing } from './inbox-clearing.js';
import { InboxLedger, type SeenEntry } from './inbox-ledger.js';
import { InboxState } from './inbox-state.js';
import { LateTables } from './late-tables.js';
import { LeasedLoop } from './leased-loop.js';
import { ManifestCheck } from './manifest-check.js';
import { OnecentralFileList, unacceptedName } from './onecentral-file-list.js';
import { OnecentralSettings } from './onecentral-settings.js';
import { isAboutTaxFileNumbers, recogniseFile, type RecognisedFile } from './recognise-file.js';

const longestName = 255;
/** How often a file that cannot be read is tried, within two minutes. Once its rights are changed it is another file. */
const mostTries = 2;
const unreadable = 'The file cannot be read. Let the portal read it, and leave it in the inbox again.';
const tooLarge = (mostBytes: number) =>
  `The file has more than ${Math.floor(mostBytes / 1024 ** 2).toLocaleString('en-AU')} MiB. Leave it in parts.`;

/** Only the process that looks at the inbox counts them; the others say 0. */
const lateTables = new Gauge({
  name: 'superscope_onecentral_late_tables',
  help: 'Tables of OneCentral that have not come by the day or time of their expectation',
});
const dayMs = 24 * 60 * 60_000;

const idOf = (...parts: readonly unknown[]): string =>
  createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 32);

/** Identifies an entry of an inbox in one version. It names the file's stream, so the event store lets it arrive once. */
const fileIdOf = (source: string, { key, version }: InboxFile): string => idOf(source, key, version);

/** The identity of a file by name, time and size alone, as earlier releases took it. */
const formerIdOf = (source: string, { key, modified, bytes }: InboxFile): string =>
  idOf(source, key, modified.getTime(), bytes);

/** Looks at the inbox, and takes each complete file once: into the `files` database first, and then into its stream. */
@Injectable()
export class InboxWatcher implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly log = new Logger('OneCentral');
  private readonly loop: LeasedLoop;
  private readonly looks = new Looks();
  /** Files that are known to have arrived, and the identities under which they did. */
  private arrived = new Map<string, string>();
  /** Identities of files that turned out to have other content than arrived under them, and those that they have instead. */
  private readonly others = new Map<string, string>();
  /** Files that could not be taken: how often they were tried, and until when they wait, in ms. */
  private tried = new Map<string, { tries: number; notBefore: number }>();
  /** Whether files that arrived before there was a ledger have their lines. */
  private isComplemented = false;

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
    private readonly clearing: InboxClearing,
    private readonly ledger: InboxLedger,
    private readonly manifests: ManifestCheck,
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
    const listed = found.map((file) => ({ ...file, restsMilliseconds: this.settings.rests(file.restsMilliseconds) }));
    const complete = this.looks.completeAmong(listed, performance.now());
    const ids = new Map(complete.map((file) => [this.idOf(file), file]));
    // Only what still lies there is remembered.
    this.arrived = new Map([...this.arrived].filter(([fileId]) => ids.has(fileId)));
    this.tried = new Map([...this.tried].filter(([fileId]) => ids.has(fileId)));
    const unknown = [...ids].filter(([fileId]) => !this.arrived.has(fileId));
    for (const [fileId, arrivedAs] of await this.known(unknown)) this.arrived.set(fileId, arrivedAs);
    for (const [fileId, file] of [...ids].toSorted(([, a], [, b]) => a.modified.getTime() - b.modified.getTime())) {
      if (signal.aborted) return;
      if (!this.arrived.has(fileId)) await this.besideOthers(fileId, file);
    }
    await this.manifests.compareLate(
      [...ids].flatMap(([fileId, file]) => {
        const arrivedAs = this.arrived.get(fileId);
        return arrivedAs === undefined ? [] : [[arrivedAs, file] as const];
      }),
    );
    await this.note(listed);
    for (const [fileId, sha256] of await this.clearing.clear(ids, this.arrived))
      this.others.set(fileIdOf(this.inbox.source, ids.get(fileId)!), idOf(fileId, sha256));
    await this.clearing.clearFailed(new Date());
    await this.state.noteAnswer(new Date());
  }

  /** Notes every entry in the ledger, also those that wait until they are complete. */
  private async note(listed: readonly InboxFile[]): Promise<void> {
    const seen = listed.map((file): SeenEntry => {
      const fileId = this.idOf(file);
      const { name, bytes } = this.arrivedOf(fileId, file);
      return { fileId, arrivedAs: this.arrived.get(fileId) ?? null, key: file.key, name, bytes };
    });
    await this.ledger.noteLook(seen, new Date());
    if (this.isComplemented) return;
    await this.ledger.complement();
    this.isComplemented = true;
  }

  private idOf(file: InboxFile): string {
    const fileId = fileIdOf(this.inbox.source, file);
    return this.others.get(fileId) ?? fileId;
  }

  /** Those that arrived, by identity, with the identity under which they did. */
  private async known(files: readonly (readonly [string, InboxFile])[]): Promise<Map<string, string>> {
    if (files.length === 0) return new Map();
    const former = files.map(([fileId, file]) => ({ fileId, file, formerId: formerIdOf(this.inbox.source, file) }));
    const among = former.flatMap(({ fileId, formerId }) => [fileId, formerId]);
    const found = await this.views
      .of(onecentralImportsView)
      .find({ _id: { $in: among } }, { projection: { arrivedAt: 1 } })
      .toArray();
    const at = new Map(found.map(({ _id, arrivedAt }) => [_id, arrivedAt?.getTime() ?? 0]));
    const known = new Map<string, string>();
    for (const { fileId, file, formerId } of former) {
      if (at.has(fileId)) known.set(fileId, fileId);
      // A file that came to lie there later is another one, for example a copy with the times of its original.
      else if ((at.get(formerId) ?? -1) >= file.changed) known.set(fileId, formerId);
    }
    return known;
  }

  /** A file that cannot be read keeps no other from arriving. It is tried again ever more rarely, and is Failed in the end. */
  private async besideOthers(fileId: string, file: InboxFile): Promise<void> {
    const { tries, notBefore } = this.tried.get(fileId) ?? { tries: 0, notBefore: 0 };
    if (notBefore > performance.now()) return;
    try {
      if (await this.takeOrRefuse(fileId, file, tries + 1)) this.arrived.set(fileId, fileId);
    } catch (err) {
      if (err instanceof InboxFileChanged) return;
      // Only what is the file's own fault counts: an engine or a share that is away comes back.
      const now = err instanceof InboxFileUnreadable ? tries + 1 : tries;
      const wait = this.settings.waitAfterTry(Math.max(1, now));
      this.tried.set(fileId, { tries: now, notBefore: performance.now() + wait });
      this.log.warn({ msg: 'a file of the inbox could not be taken', fileId, code: codeOf(err) });
    }
  }

  /** Returns false for an entry that has left the inbox without being a file. */
  private async takeOrRefuse(fileId: string, file: InboxFile, tryNumber: number): Promise<boolean> {
    if (file.problem !== null) {
      const settled = file.describes === undefined ? null : await this.manifests.compareAlone(file);
      if (settled !== 'left') await this.refuse(fileId, file, settled ?? file.problem);
      return settled !== 'left';
    }
    try {
      await this.take(fileId, file);
    } catch (err) {
      if (!(err instanceof InboxFileUnreadable) || tryNumber < mostTries) throw err;
      await this.refuse(fileId, file, unreadable);
    }
    return true;
  }

  /** Lists a file as Failed, without its content. */
  private async refuse(fileId: string, file: InboxFile, reason: string): Promise<void> {
    const arrived: ArrivedFile = { ...this.arrivedOf(fileId, file), sha256: '', ...unnamed };
    const by = systemContext(`onecentral/${fileId}/arrived`);
    await this.store.transact(onecentralImportStream, fileId, refuseFile(arrived, reason), by);
    await this.ledger.noteArrived(
      { fileId, key: file.key, name: arrived.name, bytes: file.bytes, sha256: '', manifest: null },
      new Date(),
    );
  }

  private arrivedOf(fileId: string, { key, modified, bytes }: InboxFile) {
    const clean = fileNameProblem(key) === null ? cleanText(key).slice(0, longestName) : '';
    const name = clean === '' ? unacceptedName : clean;
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
    const manifest = mayNotStay ? null : await this.manifests.of(file);
    const differs = this.manifests.reasonAgainst(manifest, { ...recognised, name: file.key, sha256 });
    const day = dataDate ?? (typeof manifest?.says === 'object' ? manifest.says.dataDate : null);
    const arrived: ArrivedFile = { ...of, sha256, table, dataDate: day, rows, problem };
    const by = systemContext(`onecentral/${fileId}/arrived`);
    const arrives =
      differs === null ? arriveFile(arrived) : refuseFile(arrived, [differs, problem ?? ''].join(' ').trim());
    await this.store.transact(onecentralImportStream, fileId, arrives, by);
    const noted = manifest === null ? null : this.manifests.noteOf(manifest, differs);
    await this.ledger.noteArrived(
      { fileId, key: file.key, name: of.name, bytes: of.bytes, sha256, manifest: noted },
      new Date(),
    );
    if (mayNotStay) await this.removeNumbers(fileId, file, unfit === null ? sha256 : null);
  }

  /** Removes a file with tax file numbers from the inbox; null for one that has them in its name. If it stays, the list says so. */
  private async removeNumbers(fileId: string, file: InboxFile, sha256: string | null): Promise<void> {
    if (sha256 !== null && (await this.clearing.remove(fileId, file, sha256).catch(() => 'stays')) !== 'stays') return;
    await this.state.noteLying(fileId);
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
