import type { ReadReq } from '@eventstore/db-client/generated/streams_pb.js';
import type { EventFilter } from '../log/log-messages.js';
import { nameOf, revisionNumber } from './proposed-events.js';
import { badRequest, notImplemented } from './refusals.js';

export type ReadRequest = {
  /** Null for all streams. */
  stream: string | null;
  backwards: boolean;
  from: number | 'start' | 'end';
  /** Infinity for a subscription. */
  count: number;
  isSubscription: boolean;
  filter: EventFilter | null;
  /** Number of events after which a filtered subscription reports how far it has searched. */
  checkpointInterval: number;
};

/** The default window of a real server. */
const DEFAULT_WINDOW = 32;

/** Parses a Read call. Throws a refusal for unimplemented options. */
export function readRequest(request: ReadReq): ReadRequest {
  const options = request.getOptions();
  if (!options) throw badRequest('A read needs options.');
  if (options.getUuidOption()?.hasStructured()) throw notImplemented('structured event ids in reads');
  const isSubscription = options.hasSubscription();
  const filter = options.hasFilter() ? options.getFilter()! : null;
  const window = filter?.getMax() || DEFAULT_WINDOW;
  return {
    ...start(options),
    backwards: options.getReadDirection() === 1,
    count: isSubscription ? Infinity : revisionNumber(options.getCount()),
    isSubscription,
    filter: filter && readFilter(filter),
    checkpointInterval: window * (filter?.getCheckpointintervalmultiplier() || 1),
  };
}

function start(options: ReadReq.Options): Pick<ReadRequest, 'stream' | 'from'> {
  if (options.hasStream()) {
    const of = options.getStream()!;
    const stream = nameOf(of.getStreamIdentifier());
    return { stream, from: of.hasStart() ? 'start' : of.hasEnd() ? 'end' : revisionNumber(of.getRevision()) };
  }
  const of = options.getAll();
  if (!of) throw badRequest('A read needs a stream or all streams.');
  const position = of.getPosition();
  return {
    stream: null,
    from: position ? revisionNumber(position.getCommitPosition()) : of.hasEnd() ? 'end' : 'start',
  };
}

function readFilter(filter: ReadReq.Options.FilterOptions): EventFilter {
  const on = filter.hasStreamIdentifier() ? 'stream' : 'type';
  const expression = filter.hasStreamIdentifier() ? filter.getStreamIdentifier() : filter.getEventType();
  const prefixes = expression?.getPrefixList() ?? [];
  if (expression?.getRegex()) throw notImplemented('filters by regular expression; name prefixes instead');
  if (prefixes.length === 0) throw badRequest('A filter needs at least one prefix.');
  return { on, prefixes };
}
