import { maintenanceId, maintenanceView } from '@superscope/contracts/read-models/maintenance';
import type { MaintenanceNotice } from '@superscope/domain/maintenance/maintenance';
import { documentWrite, type Projection } from '../runtime/writing/projection.js';

/** The current maintenance notice. */
export const maintenance: Projection = {
  readModel: maintenanceView.announces,
  handles: ['MaintenanceAnnounced', 'MaintenanceWithdrawn'],
  project: (event) => {
    const notice = event.type === 'MaintenanceAnnounced' ? { ...(event.data as MaintenanceNotice) } : null;
    return { documents: [documentWrite(maintenanceView, maintenanceId, event, { notice })] };
  },
};
