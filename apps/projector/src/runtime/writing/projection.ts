import type { ReadModel } from '@superscope/contracts/changes';
import type { RecordedEvent } from '@superscope/event-store/events/recorded-event';
import type { ProjectedTable } from '../../analytics-schema/migrate.js';

/** Sets fields of one document, unless a later revision of the stream that owns it was applied before. */
export interface DocumentWrite {
  collection: ViewCollection;
  id: string;
  revision: bigint;
  set: Record<string, unknown>;
  /** Values added to array fields once each. */
  addToSet?: Record<string, unknown>;
}

/**
 * When an event was recorded, as ClickHouse writes instants: such texts sort as the instants follow each other. Of one that does not say
 * it, which some other program wrote, the moment at which it was stored.
 */
export function recordedAt({ metadata, created }: Pick<RecordedEvent, 'metadata' | 'created'>): string {
  const at = new Date(metadata.at);
  return textOf(Number.isNaN(at.getTime()) ? created : at);
}

const textOf = (at: Date): string => at.toISOString().replace('T', ' ').replace('Z', '');

/** ISO instant to ClickHouse's DateTime64(3) text in UTC. Throws RangeError for what is none. */
export function clickhouseInstant(iso: string): string {
  return textOf(new Date(iso));
}

export const viewCollections = [
  'platforms',
  'providers',
  'plans',
  'companies',
  'members',
  'campaigns',
  'users',
  'imports',
  'figures',
  'assets',
  'published',
  'memberEvents',
  'calendar',
  'closings',
] as const;
export type ViewCollection = (typeof viewCollections)[number];

/** Rows are keyed by what the event says, so writing one twice changes nothing. Values stand in the order of `columns`. */
export interface RowWrite {
  table: ProjectedTable;
  columns: readonly string[];
  values: readonly unknown[];
}

/** Which derived plan-months an event makes stale. */
export interface Dirty {
  plans: { planId: string } | { platformId: string } | { memberId: string } | 'all';
  /** yyyy-MM, inclusive. */
  fromMonth: string;
  toMonth: string;
  /** Only this member's rows; null: everybody's. */
  memberId: string | null;
}

export interface Projected {
  documents?: DocumentWrite[];
  rows?: RowWrite[];
  dirty?: Dirty[];
  /** The plan whose screens show the change; null: not one plan's. */
  planId?: string | null;
}

/** One read model: the events it handles, and what each writes. `project` is pure, so order between streams cannot matter. */
export interface Projection {
  readModel: ReadModel;
  handles: readonly string[];
  project: (event: RecordedEvent) => Projected;
}

export const allMonths = { fromMonth: '0000-01', toMonth: '9999-12' } as const;
