import type { Decision, DomainEvent, StreamDefinition } from '../event.js';
import { count, id, instant, listOf, record, text } from '../shape.js';

/** Content of one table or collection of a plan: how many rows it had, and a digest that does not depend on their order. */
export interface ModelDigest {
  model: string;
  rows: number;
  digest: string;
}

/** A digest of what screens read of a plan, taken once the read models held everything recorded by a moment. */
export interface PlanDigest {
  planId: string;
  /** When the newest of its events was recorded. A replay of the plan as recorded by then gives the same digest. */
  moment: string;
  /** The highest log position of the plan's events recorded by that moment, in decimal. */
  position: string;
  /** Number of events that the plan's figures are made of. */
  events: number;
  /** SHA-256 over the digests of all models, in hexadecimal. */
  digest: string;
  models: readonly ModelDigest[];
}

export type PlanDigestsEvent = DomainEvent<'PlanDigestKept', PlanDigest>;

/** The newest moment whose digest was kept. */
export interface PlanDigests {
  newest: string | null;
}

/** One stream per plan, written by a nightly run. */
export const planDigestsStream: StreamDefinition<PlanDigests, PlanDigestsEvent> = {
  category: 'planDigests',
  initial: { newest: null },
  idOf: ({ planId }) => planId,
  shapes: {
    PlanDigestKept: {
      planId: id,
      moment: instant,
      position: text,
      events: count,
      digest: text,
      models: listOf(record<ModelDigest>({ model: text, rows: count, digest: text })),
    },
  },
  evolve: (state, { type, data }) => (type === 'PlanDigestKept' ? { newest: data.moment } : state),
};

/** Keeps a digest, unless one for the same or a later moment is kept. */
export const keepDigest =
  (digest: PlanDigest): Decision<PlanDigests, PlanDigestsEvent> =>
  ({ newest }) =>
    newest !== null && newest >= digest.moment ? [] : [{ type: 'PlanDigestKept', data: digest }];
