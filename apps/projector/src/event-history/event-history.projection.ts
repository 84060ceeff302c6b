import {
  noMember,
  recordedEventMemberTable,
  recordedEventTable,
} from '@superscope/contracts/read-models/event-history';
import type { ReadModel } from '@superscope/contracts/read-models/read-models';
import { productStreams } from '@superscope/domain/product-streams';
import { membersOf } from '@superscope/event-store/events/members-of-event';
import { categoryOf } from '@superscope/event-store/events/codec';
import type { RecordedEvent } from '@superscope/event-store/events/recorded-event';
import type { Derivation } from '../runtime/deriving/derivation.js';
import { recordedAt } from '../runtime/writing/instants.js';
import { rowWrite, type Dirty, type Projection } from '../runtime/writing/projection.js';
import { ownMemberOf, planOf } from './event-subjects.js';

/** What the other projections and derivations declare about the events that they handle. */
export interface Declared {
  projections: readonly Pick<Projection, 'readModel' | 'handles'>[];
  derived: readonly Pick<Derivation, 'announces' | 'staleBy'>[];
}

/**
 * The log as searchable rows: every event of every stream, including those that no other projection handles. Personal fields stay in the
 * event store.
 */
export function eventHistory({ projections, derived }: Declared): Projection {
  const handled = [...new Set(productStreams.flatMap(({ shapes }) => Object.keys(shapes)))];
  const changed = new Map(handled.map((type) => [type, readModelsOf(type, { projections, derived }).join(',')]));
  return {
    readModel: recordedEventTable.announces,
    handles: handled,
    ofTheLog: true,
    deferred: true,
    project: (event) => {
      const { id, stream, type, revision, metadata, bytes = 0 } = event;
      const { commit: position, prepare } = event.position;
      const ranges = derived.flatMap(({ staleBy }) => rangesOf(staleBy[type], event));
      const stale = staleOf(ranges.filter(({ fromMonth, toMonth }) => fromMonth <= toMonth));
      // Without spreads: with them, each event's row leaves 11 kB of garbage.
      const row = rowWrite(recordedEventTable, {
        position,
        prepare,
        recorded_at: recordedAt(event),
        category: categoryOf(stream),
        stream,
        revision: Number(revision),
        event_type: type,
        event_id: id,
        plan_id: planOf(event) ?? '',
        member_id: ownMemberOf(event) ?? noMember,
        actor: text(metadata.actor),
        role: text(metadata.role),
        correlation_id: text(metadata.correlationId),
        causation_id: text(metadata.causationId),
        command_id: text(metadata.commandId),
        size: bytes,
        read_models: changed.get(type) ?? '',
        stale_of: stale.of,
        stale_from: stale.from,
        stale_to: stale.to,
      });
      const named = membersOf(event).map((memberId) =>
        rowWrite(recordedEventMemberTable, { member_id: memberId, position, prepare }),
      );
      return { rows: [row, ...named] };
    },
  };
}

function readModelsOf(type: string, { projections, derived }: Declared): ReadModel[] {
  const written = projections.filter(({ handles }) => handles.includes(type)).map(({ readModel }) => readModel);
  const derivedToo = derived.filter(({ staleBy }) => Object.hasOwn(staleBy, type));
  return [...new Set([...written, ...derivedToo.flatMap(({ announces }) => announces)])].sort();
}

/** An event that a derivation cannot read is set aside and makes nothing stale, so its row has no range. */
function rangesOf(staleBy: Derivation['staleBy'][string] | undefined, event: RecordedEvent): readonly Dirty[] {
  try {
    return staleBy?.(event) ?? [];
  } catch {
    return [];
  }
}

/** Merges all ranges into one. The ranges of one event have the same plan, member or platform, or concern all plans. */
function staleOf(ranges: readonly Dirty[]) {
  const [first] = ranges;
  if (first === undefined) return { of: '', from: '', to: '' };
  const { plans, memberId } = first;
  const kind = plans === 'all' ? 'all' : 'platformId' in plans ? 'platform' : 'plan';
  return {
    of: memberId !== null ? 'member' : kind,
    from: ranges.map(({ fromMonth }) => fromMonth).reduce((a, b) => (a < b ? a : b)),
    to: ranges.map(({ toMonth }) => toMonth).reduce((a, b) => (a > b ? a : b)),
  };
}

/** An event that another program wrote may lack some of its metadata. */
const text = (value: RecordedEvent['metadata']['causationId'] | undefined): string =>
  typeof value === 'string' ? value : '';
