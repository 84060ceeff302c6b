import { describe, expect, it } from 'vitest';
import { given } from '../given.js';
import {
  announceMaintenance,
  isShownAt,
  maintenanceStream,
  withdrawMaintenance,
  type MaintenanceEvent,
  type MaintenanceNotice,
} from './maintenance.js';

const sunday: MaintenanceNotice = {
  message: 'Sunday from 2:00 am',
  from: '2026-11-20T00:00:00.000Z',
  to: '2026-11-22T16:00:00.000Z',
};
const now = '2026-11-19T05:00:00.000Z';
const announced: MaintenanceEvent = { type: 'MaintenanceAnnounced', data: sunday };

describe('a notice of maintenance', () => {
  it('is announced once, and replaced by another', () => {
    given(maintenanceStream).when(announceMaintenance(sunday, now)).then(announced);
    given(maintenanceStream, announced).when(announceMaintenance(sunday, now)).then();
    const longer = { ...sunday, to: '2026-11-22T20:00:00.000Z' };
    given(maintenanceStream, announced)
      .when(announceMaintenance(longer, now))
      .then({ type: 'MaintenanceAnnounced', data: longer });
  });

  it('says something, and ends after it begins and after now', () => {
    const refuses = (notice: Partial<MaintenanceNotice>, why: string) =>
      given(maintenanceStream)
        .when(announceMaintenance({ ...sunday, ...notice }, now))
        .thenRefuses('invalid', why);
    refuses({ message: ' ' }, 'The message is empty.');
    refuses({ message: 'x'.repeat(501) }, 'The message has at most 500 characters.');
    refuses({ to: sunday.from }, 'The message must end after it begins.');
    refuses({ from: '2026-11-18T00:00:00.000Z', to: now }, 'This time is over already.');
  });

  it('is withdrawn once, and may then be announced again', () => {
    const withdrawn: MaintenanceEvent = { type: 'MaintenanceWithdrawn', data: { message: sunday.message } };
    given(maintenanceStream, announced).when(withdrawMaintenance).then(withdrawn);
    given(maintenanceStream).when(withdrawMaintenance).then();
    given(maintenanceStream, announced, withdrawn).when(announceMaintenance(sunday, now)).then(announced);
  });

  it('is shown from its beginning until its end', () => {
    expect(isShownAt(sunday, now)).toBe(false);
    expect(isShownAt(sunday, sunday.from)).toBe(true);
    expect(isShownAt(sunday, '2026-11-22T15:59:59.999Z')).toBe(true);
    expect(isShownAt(sunday, sunday.to)).toBe(false);
  });
});
