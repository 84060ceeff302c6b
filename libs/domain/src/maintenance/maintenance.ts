import type { Decision, DomainEvent, StreamDefinition } from '../event.js';
import { RuleViolation } from '../rule-violation.js';
import { instant, text } from '../shape.js';

/** A maintenance message, and the instants (UTC) from and to which everybody sees it. */
export interface MaintenanceNotice {
  message: string;
  from: string;
  to: string;
}

export type MaintenanceEvent =
  | DomainEvent<'MaintenanceAnnounced', MaintenanceNotice>
  /** `message` is the one that was withdrawn. */
  | DomainEvent<'MaintenanceWithdrawn', { message: string }>;

/** There is one notice at a time. A newer one replaces it. */
export interface Maintenance {
  notice: MaintenanceNotice | null;
}

export const maintenanceStream: StreamDefinition<Maintenance, MaintenanceEvent> = {
  category: 'maintenance',
  initial: { notice: null },
  shapes: {
    MaintenanceAnnounced: { message: text, from: instant, to: instant },
    MaintenanceWithdrawn: { message: text },
  },
  evolve: (maintenance, event) => {
    if (event.type === 'MaintenanceAnnounced') return { notice: event.data };
    if (event.type === 'MaintenanceWithdrawn') return { notice: null };
    return maintenance;
  },
};

/** In characters. The message takes up a line or two of every page. */
export const longestMessage = 500;

type MaintenanceDecision = Decision<Maintenance, MaintenanceEvent>;

/** Announces a maintenance at an instant `now`; the same notice again writes nothing. */
export const announceMaintenance =
  ({ message, from, to }: MaintenanceNotice, now: string): MaintenanceDecision =>
  ({ notice }) => {
    if (message.trim() === '') throw new RuleViolation('invalid', 'The message is empty.');
    if (message.length > longestMessage)
      throw new RuleViolation('invalid', `The message has at most ${longestMessage} characters.`);
    if (to <= from) throw new RuleViolation('invalid', 'The message must end after it begins.');
    if (to <= now) throw new RuleViolation('invalid', 'This time is over already.');
    if (notice?.message === message && notice.from === from && notice.to === to) return [];
    return [{ type: 'MaintenanceAnnounced', data: { message, from, to } }];
  };

export const withdrawMaintenance: MaintenanceDecision = ({ notice }) =>
  notice === null ? [] : [{ type: 'MaintenanceWithdrawn', data: { message: notice.message } }];

/** Whether a notice is shown at an instant: from its beginning, and no longer at its end. */
export const isShownAt = ({ from, to }: MaintenanceNotice, now: string): boolean => from <= now && now < to;
