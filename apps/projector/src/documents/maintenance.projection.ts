import { maintenanceId, maintenanceView } from '@superscope/contracts/read-models/maintenance';
import { maintenanceStream, type MaintenanceNotice } from '@superscope/domain/maintenance/maintenance';
import type { RecordedEvent } from '@superscope/event-store/events/recorded-event';
import { documentWrite, type Projected } from '../runtime/writing/projection.js';
import { projectionOf } from '../runtime/writing/stream-projection.js';

const says = (event: Pick<RecordedEvent, 'revision'>, notice: MaintenanceNotice | null): Projected => ({
  documents: [documentWrite(maintenanceView, maintenanceId, event, { notice })],
});

/** The current maintenance notice. */
export const maintenance = projectionOf(
  maintenanceStream,
  { readModel: maintenanceView.announces },
  {
    MaintenanceAnnounced: (event) => says(event, { ...event.data }),
    MaintenanceWithdrawn: (event) => says(event, null),
  },
);
