import { createHash } from 'node:crypto';
import { accessEntryTable } from '@superscope/contracts/read-models/access-entries';
import { accessStream, type AccessEntry } from '@superscope/domain/access/access';
import { accessActions, type AccessAction } from '@superscope/domain/access/access-actions';
import { sydneyDate } from '@superscope/domain/calendar-dates';
import { clickhouseInstant } from '../runtime/writing/instants.js';
import { rowWrite } from '../runtime/writing/projection.js';
import { projectionOf } from '../runtime/writing/stream-projection.js';

/** The session id of an entry. Entries without one share an id for each user, address and day. */
const sessionOf = ({ session, userId, address }: AccessEntry, day: string): string =>
  session ??
  createHash('sha256')
    .update(JSON.stringify([day, userId, address]))
    .digest('base64url')
    .slice(0, 20);

/** Entries of earlier releases lack the type and context, which follow from their action. */
const kindOf = ({ action, type, context }: AccessEntry): { type: string; context: string } => {
  const known = accessActions[action as AccessAction] as { type: string; context: string } | undefined;
  return { type: type ?? known?.type ?? '', context: context ?? known?.context ?? '' };
};

/** The access log, one row for each entry. */
export const accessEntries = projectionOf(
  accessStream,
  { readModel: accessEntryTable.announces, ofTheLog: true },
  {
    AccessRecorded: (event) => {
      const { entries } = event.data;
      const stream_id = event.stream.slice(event.stream.indexOf('-') + 1);
      const rows = entries.map((entry, place) => {
        const on_date = sydneyDate(entry.at);
        return rowWrite(accessEntryTable, {
          on_date,
          stream_id,
          revision: event.revision,
          entry: place,
          at: clickhouseInstant(entry.at),
          session: sessionOf(entry, on_date),
          ...kindOf(entry),
          user_id: entry.userId ?? '',
          role: entry.role ?? '',
          address: entry.address ?? '',
          action: entry.action,
          path: entry.path ?? '',
          referrer: entry.referrer ?? '',
          object: entry.object ?? '',
          plan_id: entry.planId ?? '',
          members: entry.members,
          row_count: entry.rows,
          outcome: entry.outcome,
        });
      });
      return { rows };
    },
  },
);
