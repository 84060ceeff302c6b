import { analyticsTable, category, count, day, instant, uuid } from './analytics-table.js';

/** Requests for contact, each in its newest state, because a status may change. */
export const contactRequestTable = analyticsTable({
  table: 'contact_request',
  announces: 'contactRequests',
  columns: {
    plan_id: category,
    member_id: uuid,
    revision: count,
    at: instant,
    /** The day in Australia/Sydney. */
    on_date: day,
    reason: category,
    status: category,
    recorded_at: instant,
  },
  key: ['plan_id', 'on_date', 'member_id', 'at', 'reason'],
  newestBy: ['revision'],
});
