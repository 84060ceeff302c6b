import type { Decision, DomainEvent, StreamDefinition } from '../event.js';
import { RuleViolation } from '../rule-violation.js';
import { id, instant, record, text } from '../shape.js';
import { assertReason } from '../work-failure/work-failure.js';

/** The reason is free text of the person who wrote it, who owns its key. */
export type KeptPdfsEvent =
  | DomainEvent<'RefusedPdfKept', { sha256: string; by: string; at: string; personal: { reason: string } }>
  | DomainEvent<'RefusedPdfNoLongerKept', { sha256: string; by: string }>;

export interface KeptPdf {
  by: string;
  /** Instant, UTC. */
  at: string;
  reason: string;
}

/** Kept PDFs by their SHA-256 digest in hex. */
export type KeptPdfs = Readonly<Record<string, KeptPdf>>;

/** The stored PDFs that are refused and that an Admin keeps nevertheless: one stream. */
export const keptPdfsStream: StreamDefinition<KeptPdfs, KeptPdfsEvent> = {
  category: 'keptPdfs',
  initial: {},
  shapes: {
    RefusedPdfKept: { sha256: id, by: id, at: instant, personal: record({ reason: text }) },
    RefusedPdfNoLongerKept: { sha256: id, by: id },
  },
  personOf: { RefusedPdfKept: ({ by }) => by },
  evolve: (state, event) => {
    switch (event.type) {
      case 'RefusedPdfKept': {
        const { sha256, by, at, personal } = event.data;
        return { ...state, [sha256]: { by, at, reason: personal.reason } };
      }
      case 'RefusedPdfNoLongerKept':
        return Object.fromEntries(Object.entries(state).filter(([sha256]) => sha256 !== event.data.sha256));
      default:
        return state;
    }
  },
};

/** Keeps a refused PDF as it is. Keeping one that is kept is refused, so that nobody's reason is lost. */
export const keepRefusedPdf =
  (sha256: string, { by, at, reason }: KeptPdf): Decision<KeptPdfs, KeptPdfsEvent> =>
  (kept) => {
    assertReason(reason);
    if (Object.hasOwn(kept, sha256)) throw new RuleViolation('conflict', 'Somebody keeps this PDF already.');
    return [{ type: 'RefusedPdfKept', data: { sha256, by, at, personal: { reason: reason.trim() } } }];
  };

/** Takes back that a PDF is kept. Doing it twice changes nothing. */
export const noLongerKeepPdf =
  (sha256: string, by: string): Decision<KeptPdfs, KeptPdfsEvent> =>
  (kept) =>
    Object.hasOwn(kept, sha256) ? [{ type: 'RefusedPdfNoLongerKept', data: { sha256, by } }] : [];
