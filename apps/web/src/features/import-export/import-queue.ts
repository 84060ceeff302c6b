import type { ImportProgress } from '@superscope/contracts/csv-import';
import { newId } from '../../portal/api/base.api';
import { rejectionOf } from '../../portal/imports/rejection';
import { askedOf, heldBy, isOpen, type FileState, type Place, type QueuedFile, type QueueState } from './queued-file';
import type { Checked, FilesToCheck, Kept, Upload, Uploaded, UploadQuery } from './upload-file';

/** The requests that the queue sends. */
export interface QueueWork {
  upload: (upload: Upload) => Promise<Uploaded>;
  check: (files: FilesToCheck) => Promise<Checked>;
  keep: (upload: Upload) => Promise<Kept>;
  /** Null while it is unknown. */
  progress: (importId: string) => Promise<ImportProgress | null>;
  /** An import was accepted, or has ended. */
  changed: () => void;
}

const LOOK_EVERY_MS = 1_000;
/** Pause in ms before retrying a file that refers to rows the views do not show yet. */
const TRY_AGAIN_MS = 3_000;

/**
 * The user's files: checked together before the first is written, then imported one after the other. The queue continues while other pages
 * of the portal are open.
 */
export class ImportQueue {
  private current: QueueState = { files: [], place: { platformId: null, plan: null }, unasked: false, rejected: [] };
  private readonly listeners = new Set<() => void>();
  /** Ends the check that is running. */
  private checking: AbortController | null = null;
  private readonly uploads = new Map<string, AbortController>();
  private order: (table: string | null) => number = () => 0;

  constructor(private readonly work: QueueWork) {}

  readonly state = (): QueueState => this.current;

  readonly subscribe = (listener: () => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  /** Adds files. `order` tells how early a table comes. */
  add(files: readonly { file: File; table: string | null }[], order: (table: string | null) => number): void {
    this.order = order;
    const rejected = files.flatMap(({ file }) => rejectionOf(file) ?? []);
    const added = files
      .filter(({ file }) => rejectionOf(file) === null)
      .map(({ file, table }): QueuedFile => ({
        id: newId(),
        key: newId(),
        file,
        table,
        chosen: null,
        erasedRows: 0,
        uncounted: { rows: 0, lines: { left: [], notJoined: [] } },
        effect: null,
        isCheckedAnew: false,
        state: { kind: 'waiting' },
      }));
    if (added.length === 0) this.set({ rejected });
    else this.checkAgain({ files: [...this.current.files, ...added], rejected });
  }

  /** Removes a file from the list. An accepted import continues. The others may refer to it, so they are checked again. */
  remove(id: string): void {
    const removed = this.find(id);
    // Also of a file that is being sent to be repaired.
    this.uploads.get(id)?.abort();
    const files = this.current.files.filter((each) => each.id !== id);
    if (removed !== undefined && isOpen(removed)) return this.checkAgain({ files });
    this.set({ files });
  }

  removeEnded(): void {
    this.set({ files: this.current.files.filter(({ state }) => state.kind !== 'ended') });
  }

  setUnasked(unasked: boolean): void {
    this.set({ unasked });
  }

  /** Files that were checked for another platform or plan are checked again. */
  setPlace(place: Place): void {
    const files = this.current.files.map((each) => (isOpen(each) ? { ...each, key: newId() } : each));
    this.checkAgain({ files, place });
  }

  chooseTable(id: string, table: string | null): void {
    const files = this.current.files.map((each) => (each.id === id ? { ...each, key: newId(), chosen: table } : each));
    this.checkAgain({ files });
  }

  retry(id: string): void {
    const failed = this.find(id)?.state;
    // The file is valid; only the start of its import failed.
    if (failed?.kind !== 'failed' || failed.of !== 'import') return this.checkAgain();
    this.setState(id, { kind: 'checked', rows: failed.rows });
    this.advance();
  }

  /** Imports a file that passed validation. `confirmed` is the code of what the user has confirmed. */
  async import(id: string, confirmed: string | null = null): Promise<void> {
    const checked = this.find(id);
    // None is written while another one is not right.
    if (checked?.state.kind !== 'checked' || heldBy(checked, this.current.files) !== undefined) return;
    const { rows } = checked.state;
    this.setState(id, { kind: 'uploading', sent: 0, rows });
    const stop = new AbortController();
    this.uploads.set(id, stop);
    const onSent = (bytes: number) =>
      stop.signal.aborted || this.setState(id, { kind: 'uploading', sent: bytes, rows });
    const { file, key, effect } = checked;
    const query = {
      ...this.queryOf(checked),
      ...(confirmed !== null && { confirmed }),
      // An api of the release before, during an upgrade, tells none.
      ...(effect?.asOf !== undefined && { asOf: String(effect.asOf) }),
    };
    const sent = await this.work.upload({ file, key, query, onSent, signal: stop.signal });
    this.uploads.delete(id);
    if (sent.kind === 'stopped' || this.find(id) === undefined) return;
    if (sent.kind === 'invalid') this.setState(id, { kind: 'invalid', refusal: sent.refusal });
    else if (sent.kind === 'asked') this.setState(id, { kind: 'checked', rows, asked: sent.asked });
    else if (sent.kind === 'outdated') {
      this.patch(id, { isCheckedAnew: true, state: { kind: 'waiting' } });
      this.checkAgain();
    } else if (sent.kind === 'failed') this.fail(id, { ...sent, of: 'import', rows });
    else await this.follow(id, sent.answer.importId!, rows);
  }

  /**
   * Has the server keep a refused file, which leaves the list then: it is mended on a page of its own. Returns the id of its import; null if
   * that did not work, and the file says why.
   */
  async repair(id: string): Promise<string | null> {
    const refused = this.find(id);
    if (refused?.state.kind !== 'invalid') return null;
    const { refusal } = refused.state;
    const stop = new AbortController();
    this.uploads.set(id, stop);
    const onSent = (sent: number) => stop.signal.aborted || this.setState(id, { kind: 'checking', sent });
    this.setState(id, { kind: 'checking', sent: 0 });
    const { file, key } = refused;
    const kept = await this.work.keep({ file, key, query: this.queryOf(refused), onSent, signal: stop.signal });
    this.uploads.delete(id);
    if (this.find(id) === undefined) return null;
    if (kept.kind === 'kept') {
      this.remove(id);
      return kept.importId;
    }
    if (kept.kind === 'failed') this.setState(id, { kind: 'invalid', refusal, notKept: kept.message });
    return null;
  }

  dispose(): void {
    this.checking?.abort();
    for (const stop of this.uploads.values()) stop.abort();
    this.current = { ...this.current, files: [], rejected: [] };
  }

  /** Checks all files that are not imported, in the order in which they refer to one another. */
  private async check(open: readonly QueuedFile[]): Promise<void> {
    const stop = new AbortController();
    this.checking = stop;
    for (const { id } of open) this.setState(id, { kind: 'checking', sent: 0 });
    const checked = await (open.length === 1 ? this.checkAlone(open[0]!, stop) : this.checkTogether(open, stop));
    if (stop.signal.aborted || checked.kind === 'stopped') return;
    this.checking = null;
    if (checked.kind === 'failed') {
      const [first, ...others] = open;
      for (const { id } of others) this.setState(id, { kind: 'waiting' });
      return this.fail(first!.id, { ...checked, of: 'check', rows: 0 });
    }
    for (const [at, { answer, refusal }] of checked.files.entries()) {
      const { id } = open[at]!;
      if (answer === null) this.setState(id, { kind: 'invalid', refusal: refusal! });
      else
        this.patch(id, {
          table: answer.table,
          erasedRows: answer.erasedRows,
          uncounted: { rows: answer.uncountedRows, lines: answer.uncounted },
          // An api of the release before, during an upgrade, tells none.
          effect: answer.effect ?? null,
          state: { kind: 'checked', rows: answer.rows },
        });
    }
    this.sortChecked(open);
    this.advance();
  }

  private async checkAlone(queued: QueuedFile, { signal }: AbortController): Promise<Checked> {
    const { id, file, key } = queued;
    const onSent = (sent: number) => signal.aborted || this.setState(id, { kind: 'checking', sent });
    const query: UploadQuery = { ...this.queryOf(queued), dryRun: 'true' };
    const sent = await this.work.upload({ file, key, query, onSent, signal });
    if (sent.kind === 'stopped' || sent.kind === 'failed') return sent;
    // A dry run asks nothing: its answer has the questions.
    if (sent.kind === 'asked' || sent.kind === 'outdated') return { kind: 'stopped' };
    const [answer, refusal] = sent.kind === 'taken' ? [sent.answer, null] : [null, sent.refusal];
    return { kind: 'checked', files: [{ fileName: file.name, answer, refusal }] };
  }

  private checkTogether(open: readonly QueuedFile[], { signal }: AbortController): Promise<Checked> {
    const onSent = (bytes: number) => {
      let before = 0;
      for (const { id, file } of open) {
        if (!signal.aborted)
          this.setState(id, { kind: 'checking', sent: Math.max(0, Math.min(bytes - before, file.size)) });
        before += file.size;
      }
    };
    const files = open.map(({ file, chosen }) => ({ file, table: chosen }));
    return this.work.check({ files, query: this.placeQuery(), onSent, signal });
  }

  /**
   * Sorts by the tables that the server found, which are the right ones. If that changes the order, references may be known that were not,
   * so the files are checked again unless nothing is wrong.
   */
  private sortChecked(before: readonly QueuedFile[]): void {
    const files = this.sorted(this.current.files);
    const isSame = files.filter(isOpen).every(({ id }, at) => id === before[at]?.id);
    if (isSame) return;
    if (files.some(({ state }) => state.kind === 'invalid')) this.checkAgain();
    else this.set({ files });
  }

  /** Files that are imported, or being imported, and then the others in the order in which they refer to one another. */
  private sorted(files: readonly QueuedFile[]): QueuedFile[] {
    const rank = ({ table, chosen }: QueuedFile) => this.order(chosen ?? table);
    const open = files.filter(isOpen).sort((a, b) => rank(a) - rank(b) || a.file.name.localeCompare(b.file.name));
    return [...files.filter((each) => !isOpen(each)), ...open];
  }

  private fail(id: string, failed: Extract<FileState, { kind: 'failed' }>): void {
    this.setState(id, failed);
    if (!failed.waits) return;
    setTimeout(() => {
      // Unless the user acted in the meantime.
      if (this.find(id)?.state !== failed) return;
      if (failed.of === 'check') return this.checkAgain();
      this.setState(id, { kind: 'checked', rows: failed.rows });
      void this.import(id);
    }, TRY_AGAIN_MS);
  }

  private async follow(id: string, importId: string, rows: number): Promise<void> {
    this.setState(id, { kind: 'running', rows, progress: null, first: null, now: null });
    this.work.changed();
    for (;;) {
      const progress = await this.work.progress(importId);
      const known = this.find(id)?.state;
      if (known?.kind !== 'running') return;
      if (progress !== null && progress.state !== 'running') {
        this.setState(id, { kind: 'ended', progress });
        this.work.changed();
        return this.advance();
      }
      if (progress !== null) {
        const now = { done: progress.done, atMs: performance.now() };
        this.setState(id, { ...known, progress, first: known.first ?? now, now });
      }
      await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
    }
  }

  private placeQuery(): UploadQuery {
    const { platformId, plan } = this.current.place;
    return { ...(platformId === null ? {} : { platformId }), ...(plan === null ? {} : { planId: plan.id }) };
  }

  private queryOf({ chosen }: QueuedFile): UploadQuery {
    return { ...(chosen === null ? {} : { table: chosen }), ...this.placeQuery() };
  }

  /** Takes the next step, unless one is being taken or the user is needed. */
  private advance(): void {
    const { files, unasked } = this.current;
    const isTaken = ({ state: { kind } }: QueuedFile) =>
      kind === 'checking' || kind === 'uploading' || kind === 'running';
    if (files.some(isTaken) || files.some(({ state }) => state.kind === 'failed')) return;
    const open = files.filter(isOpen);
    if (open.some(({ state }) => state.kind === 'waiting')) void this.check(open);
    // What has to be confirmed, or looked at again, waits for the user.
    else if (unasked && open.length > 0 && askedOf(open[0]!) === null && !open[0]!.isCheckedAnew)
      void this.import(open[0]!.id);
  }

  /** Ends the check that is running, and checks all files that are not imported. */
  private checkAgain(more: Partial<QueueState> = {}): void {
    this.checking?.abort();
    this.checking = null;
    const files = (more.files ?? this.current.files).map((each) =>
      isOpen(each) ? { ...each, state: { kind: 'waiting' } as const } : each,
    );
    this.set({ ...more, files: this.sorted(files) });
  }

  private find(id: string): QueuedFile | undefined {
    return this.current.files.find((each) => each.id === id);
  }

  private setState(id: string, state: FileState): void {
    this.patch(id, { state });
  }

  private patch(id: string, more: Partial<QueuedFile>): void {
    const files = this.current.files.map((each) => (each.id === id ? { ...each, ...more } : each));
    this.current = { ...this.current, files };
    for (const listener of this.listeners) listener();
  }

  private set(more: Partial<QueueState>): void {
    this.current = { ...this.current, ...more };
    for (const listener of this.listeners) listener();
    this.advance();
  }
}
