import { planOfStream } from '@superscope/contracts/read-models/plan-of-stream';
import { streamEventTable } from '@superscope/contracts/read-models/stream-events';
import { assetsOwnedStream } from '@superscope/domain/assets-owned/assets-owned';
import { calendarStream } from '@superscope/domain/calendar/calendar';
import { campaignStream } from '@superscope/domain/campaign/campaign';
import { companyStream } from '@superscope/domain/company/company';
import { benchmarksStream, superParametersStream } from '@superscope/domain/dated-figures/dated-figures';
import { memberSnapshotsStream } from '@superscope/domain/member-snapshots/member-snapshots';
import { memberStream } from '@superscope/domain/member/member';
import { planStream } from '@superscope/domain/plan/plan';
import { platformStream } from '@superscope/domain/platform/platform';
import { providerStream } from '@superscope/domain/provider/provider';
import { assetsStream } from '@superscope/domain/published-table/published-rows';
import { positionVersion } from '@superscope/event-store/events/position';
import type { RecordedEvent } from '@superscope/event-store/events/recorded-event';
import { recordedAt } from '../runtime/writing/instants.js';
import { rowWrite, type Projection } from '../runtime/writing/projection.js';

/** Streams from which a plan's figures are made. */
const counted = [
  planStream,
  companyStream,
  campaignStream,
  memberStream,
  memberSnapshotsStream,
  assetsOwnedStream,
  platformStream,
  providerStream,
  assetsStream,
  calendarStream,
  benchmarksStream,
  superParametersStream,
];

const planOf = ({ stream, data }: RecordedEvent): string => {
  const named = (data as { planId?: unknown }).planId;
  return typeof named === 'string' ? named : (planOfStream(stream) ?? '');
};

/** The events of the streams from which figures are made, without their data. */
export const streamEvents: Projection = {
  readModel: streamEventTable.announces,
  handles: [...new Set(counted.flatMap(({ shapes }) => Object.keys(shapes)))],
  project: (event) => {
    const planId = planOf(event);
    const row = rowWrite(streamEventTable, {
      stream: event.stream,
      revision: Number(event.revision),
      event_type: event.type,
      plan_id: planId,
      position: positionVersion(event.position),
      recorded_at: recordedAt(event),
    });
    return { rows: [row], planId: planId === '' ? null : planId };
  },
};
