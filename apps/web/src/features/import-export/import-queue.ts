import type { ImportProgress } from '@superscope/contracts/csv-import';
import { newId } from '../../portal/api/base.api';
import { isBusy, rejectionOf, type FileState, type Place, type QueuedFile, type QueueState } from './queued-file';
import type { Uploaded, UploadQuery } from './upload-file';

/** The requests that the queue sends. */
export interface QueueWork {
  upload: (of: {
    file: File;
    query: UploadQuery;
    key: string;
    onSent: (bytes: number) => void;
    signal: AbortSignal;
  }) => Promise<Uploaded>;
  /** Null while it is unknown. */
  progress: (importId: string) => Promise<ImportProgress | null>;
  /** An import was accepted, or has ended. */
  changed: () => void;
}

const LOOK_EVERY_MS = 1_000;
/** Pause in ms before retrying a file that refers to rows the views do not show yet. */
const TRY_AGAIN_MS = 3_000;

/** The user's files, handled one after the other. The queue continues while other pages of the portal are open. */
export class ImportQueue {
  private current: QueueState = { files: [], place: { platformId: null, plan: null }, unasked: false, rejected: [] };
  private readonly listeners = new Set<() => void>();
  private readonly stops = new Map<string, AbortController>();

  constructor(private readonly work: QueueWork) {}

  readonly state = (): QueueState => this.current;

  readonly subscribe = (listener: () => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  /** Adds files. `order` tells their table, and how early a table comes. */
  add(files: readonly { file: File; table: string | null }[], order: (table: string | null) => number): void {
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
        state: { kind: 'waiting' },
      }));
    const begun = this.current.files.filter(({ state }) => state.kind !== 'waiting');
    const waiting = [...this.current.files.filter(({ state }) => state.kind === 'waiting'), ...added];
    const rank = ({ table, chosen }: QueuedFile) => order(chosen ?? table);
    waiting.sort((a, b) => rank(a) - rank(b) || a.file.name.localeCompare(b.file.name));
    this.set({ files: [...begun, ...waiting], rejected });
  }

  /** Removes a file from the list. An accepted import continues. */
  remove(id: string): void {
    this.stop(id);
    this.set({ files: this.current.files.filter((each) => each.id !== id) });
  }

  removeEnded(): void {
    this.set({ files: this.current.files.filter(({ state }) => state.kind !== 'ended') });
  }

  setUnasked(unasked: boolean): void {
    this.set({ unasked });
  }

  /** A file that was checked for another platform or plan is checked again. */
  setPlace(place: Place): void {
    this.current = { ...this.current, place };
    this.checkAgain(() => true);
  }

  chooseTable(id: string, table: string | null): void {
    this.patch(id, { chosen: table });
    this.checkAgain((each) => each.id === id);
  }

  retry(id: string): void {
    const failed = this.find(id)?.state;
    // The file is valid; only the start of its import failed.
    if (failed?.kind === 'failed' && failed.of === 'import') this.setState(id, { kind: 'checked', rows: failed.rows });
    else this.setState(id, { kind: 'waiting' });
    this.advance();
  }

  /** Imports a file that passed validation. */
  async import(id: string): Promise<void> {
    const checked = this.find(id);
    if (checked?.state.kind !== 'checked') return;
    const { rows } = checked.state;
    this.setState(id, { kind: 'uploading', sent: 0, rows });
    const sent = await this.send(checked, {}, (bytes) => this.setState(id, { kind: 'uploading', sent: bytes, rows }));
    if (sent.kind === 'stopped' || this.find(id) === undefined) return;
    if (sent.kind === 'invalid') this.setState(id, { kind: 'invalid', refusal: sent.refusal });
    else if (sent.kind === 'failed') this.fail(id, { ...sent, of: 'import', rows });
    else await this.follow(id, sent.answer.importId!, rows);
  }

  dispose(): void {
    for (const { id } of this.current.files) this.stop(id);
    this.current = { ...this.current, files: [], rejected: [] };
  }

  private async check(queued: QueuedFile): Promise<void> {
    const { id } = queued;
    this.setState(id, { kind: 'checking', sent: 0 });
    const sent = await this.send(queued, { dryRun: 'true' }, (bytes) =>
      this.setState(id, { kind: 'checking', sent: bytes }),
    );
    // Removed or restarted in the meantime.
    if (sent.kind === 'stopped' || this.find(id)?.key !== queued.key) return;
    if (sent.kind === 'invalid') this.setState(id, { kind: 'invalid', refusal: sent.refusal });
    else if (sent.kind === 'failed') this.fail(id, { ...sent, of: 'check', rows: 0 });
    else {
      const { table, rows, erasedRows, uncountedRows, uncounted: lines } = sent.answer;
      this.patch(id, {
        table,
        erasedRows,
        uncounted: { rows: uncountedRows, lines },
        state: { kind: 'checked', rows },
      });
    }
    this.advance();
  }

  private fail(id: string, failed: Extract<FileState, { kind: 'failed' }>): void {
    this.setState(id, failed);
    if (!failed.waits) return;
    setTimeout(() => {
      // Unless the user acted in the meantime.
      if (this.find(id)?.state !== failed) return;
      if (failed.of === 'check') return this.retry(id);
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

  private async send({ id, file, key, chosen }: QueuedFile, more: UploadQuery, onSent: (bytes: number) => void) {
    const stop = new AbortController();
    this.stops.set(id, stop);
    const { platformId, plan } = this.current.place;
    const query = {
      ...(chosen === null ? {} : { table: chosen }),
      ...(platformId === null ? {} : { platformId }),
      ...(plan === null ? {} : { planId: plan.id }),
      ...more,
    };
    const told = (bytes: number) => stop.signal.aborted || onSent(bytes);
    return this.work.upload({ file, query, key, onSent: told, signal: stop.signal });
  }

  /** Takes the next step of the first file that is waiting for one. */
  private advance(): void {
    const next = this.current.files.find(({ state }) => state.kind !== 'ended');
    if (next?.state.kind === 'waiting') void this.check(next);
    else if (next?.state.kind === 'checked' && this.current.unasked) void this.import(next.id);
  }

  private checkAgain(which: (queued: QueuedFile) => boolean): void {
    const files = this.current.files.map((queued) => {
      const { state } = queued;
      const isDone = state.kind === 'uploading' || state.kind === 'running' || state.kind === 'ended';
      if (isDone || !which(queued)) return queued;
      this.stop(queued.id);
      return { ...queued, key: newId(), state: { kind: 'waiting' } as const };
    });
    this.set({ files });
  }

  private stop(id: string): void {
    const queued = this.find(id);
    if (queued && isBusy(queued)) this.stops.get(id)?.abort();
    this.stops.delete(id);
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
