import type { ImportProgress, ImportRefusal, UncountedLines } from '@superscope/contracts/csv-import';
import type { ImportEffect } from '@superscope/contracts/import-effect';
import type { Asked } from '../../portal/imports/asked-first';
import type { ChosenPlan } from '../../portal/plan/plan-lookup';
import type { Seen } from './time-left';

/** The steps of a file: checked with the others, imported once the user confirms it, then written row by row on the server. */
export type FileState =
  | { kind: 'waiting' }
  | { kind: 'checking'; sent: number }
  /** `asked`: the server asks again before it imports the file. */
  | { kind: 'checked'; rows: number; asked?: Asked }
  /** `notKept`: why the server did not keep it to be mended. */
  | { kind: 'invalid'; refusal: ImportRefusal; notKept?: string }
  | {
      kind: 'failed';
      of: 'check' | 'import';
      rows: number;
      message: string;
      reference: string | null;
      /** The server asked to wait, so the file is retried automatically. */
      waits: boolean;
    }
  | { kind: 'uploading'; sent: number; rows: number }
  | { kind: 'running'; rows: number; progress: ImportProgress | null; first: Seen | null; now: Seen | null }
  | { kind: 'ended'; progress: ImportProgress };

export interface QueuedFile {
  id: string;
  /** The idempotency key of the import request, so that a repeated request starts no second import. */
  key: string;
  file: File;
  /** From its header or the server; null while it is unknown. */
  table: string | null;
  /** The table that the user chose instead. */
  chosen: string | null;
  /** Number of rows of erased members that validation found. */
  erasedRows: number;
  /** Rows that are kept but count in no figure, as validation found them. */
  uncounted: { rows: number; lines: UncountedLines };
  /** What the file would change, as validation found it; null while it is unknown. */
  effect: ImportEffect | null;
  /** Whether it was checked again because somebody else had imported its table meanwhile. */
  isCheckedAnew: boolean;
  state: FileState;
}

/** The platform and plan for files whose lines name none. */
export interface Place {
  platformId: string | null;
  plan: ChosenPlan | null;
}

export interface QueueState {
  /** In the order in which they are imported: one after the other, because a file may refer to the ones before it. */
  files: readonly QueuedFile[];
  place: Place;
  /** Whether files are imported as soon as their check finds nothing in any of them. */
  unasked: boolean;
  /** Why files were not taken in. */
  rejected: readonly string[];
}

/** Whether a reload of the tab would lose the file, because the server has not accepted it yet. */
export const isOnlyHere = ({ state: { kind } }: QueuedFile) => kind !== 'running' && kind !== 'ended';

/** Whether the file has not been sent to be imported. All such files are checked together. */
export const isOpen = ({ state: { kind } }: QueuedFile) =>
  kind !== 'uploading' && kind !== 'running' && kind !== 'ended';

/** What has to be confirmed before a checked file is imported; null for nothing. */
export function askedOf({ state, effect }: QueuedFile): Asked | null {
  if (state.kind !== 'checked') return null;
  if (state.asked !== undefined) return state.asked;
  if (effect === null || effect.confirm === null) return null;
  const { questions, questionCount, confirm } = effect;
  return { questions, questionCount, confirm };
}

/** The file for which another one waits: one that is not right, or else the one before it. Undefined if it waits for none. */
export function heldBy(queued: QueuedFile, files: readonly QueuedFile[]): QueuedFile | undefined {
  const isWrong = ({ state }: QueuedFile) =>
    state.kind === 'invalid' || (state.kind === 'failed' && state.of === 'check');
  const first = files.find(isWrong) ?? files.find(({ state }) => state.kind !== 'ended');
  return first?.id === queued.id ? undefined : first;
}
