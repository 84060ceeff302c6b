import { campaignsView } from '@superscope/contracts/read-models/campaigns';
import { companiesView, plansView, platformsView } from '@superscope/contracts/read-models/fund';
import { calendarStream } from '@superscope/domain/calendar/calendar';
import { campaignStream } from '@superscope/domain/campaign/campaign';
import { companyStream } from '@superscope/domain/company/company';
import { benchmarksStream, superParametersStream } from '@superscope/domain/dated-figures/dated-figures';
import { streamName } from '@superscope/domain/event';
import { planStream } from '@superscope/domain/plan/plan';
import { platformStream } from '@superscope/domain/platform/platform';
import { providerStream } from '@superscope/domain/provider/provider';
import { assetsStream } from '@superscope/domain/published-table/published-table';
import type { EventStore } from '@superscope/event-store/event-store';
import { isUndecodable, type RecordedEvent } from '@superscope/event-store/events/recorded-event';
import type { DeadLetters } from '../runtime/operations/dead-letters.js';
import { FactsWriter } from '../runtime/writing/facts-writer.js';
import { recordedAt } from '../runtime/writing/instants.js';
import type { Projection } from '../runtime/writing/projection.js';
import type { Target } from '../runtime/writing/target.js';

const eventsPerWrite = 500;

/** The rows of a projection alone: no document about a member stands in a view. */
export const withoutDocuments = (of: Projection): Projection => ({
  ...of,
  project: (event) => ({ ...of.project(event), documents: [] }),
});

/** Replays streams into a set of read models, counting events that were recorded up to a moment. */
export class RecordedStreams {
  private readonly writer: FactsWriter;
  private readonly types: ReadonlySet<string>;

  constructor(
    private readonly store: EventStore,
    private readonly deadLetters: DeadLetters,
    into: Target,
    projections: readonly Projection[],
    /** As ClickHouse writes instants. */
    private readonly recordedBy: string,
  ) {
    this.writer = new FactsWriter(into, projections);
    this.types = new Set(this.writer.types());
  }

  /** Answers how many events counted. What was set aside is in no read model, so it does not count here either. */
  async replay(stream: string): Promise<number> {
    const setAside = await this.deadLetters.idsOf(stream);
    let counted = 0;
    let batch: RecordedEvent[] = [];
    const write = async () => {
      if (batch.length > 0) await this.writer.write(batch);
      counted += batch.length;
      batch = [];
    };
    for await (const event of this.store.read(stream)) {
      if (isUndecodable(event) || setAside.has(event.id) || !this.types.has(event.type)) continue;
      if (recordedAt(event) > this.recordedBy) continue;
      batch.push(event);
      if (batch.length === eventsPerWrite) await write();
    }
    await write();
    return counted;
  }
}

/** Streams of a plan's fund that are few and small: all but those of its members and of its imports. */
export async function* fundStreams(live: Target, then: Target, planId: string): AsyncGenerator<string> {
  yield streamName(planStream, planId);
  yield streamName(calendarStream, '');
  yield streamName(benchmarksStream, '');
  yield streamName(superParametersStream, '');
  // As of then: a plan may have changed its platform since.
  const plan = await then.of(plansView).findOne({ _id: planId });
  if (plan?.platformId !== undefined) {
    yield streamName(platformStream, plan.platformId);
    yield streamName(assetsStream, plan.platformId);
    const platform = await then.of(platformsView).findOne({ _id: plan.platformId });
    if (platform?.providerId) yield streamName(providerStream, platform.providerId);
  }
  for await (const { _id } of live.of(companiesView).find({ planId }, { projection: { _id: 1 } }))
    yield streamName(companyStream, _id);
  for await (const { _id } of live.of(campaignsView).find({ planId }, { projection: { _id: 1 } }))
    yield streamName(campaignStream, _id);
}
