import { closingsView } from '@superscope/contracts/read-models/editions';
import { memberEventRunView } from '@superscope/contracts/read-models/member-events';
import { calendarView } from '@superscope/contracts/read-models/plan-months';
import type { NightlyJob } from '@superscope/contracts/system-health';
import type { Views } from '../platform/engines.module.js';

/** When each nightly job last recorded something: months opened and closed, and member events processed. */
export async function lastRuns(views: Views): Promise<NightlyJob[]> {
  const [opened, closed, processed] = await Promise.all([
    views.of(calendarView).findOne({}, { sort: { _id: -1 } }),
    views.of(closingsView).findOne({}, { sort: { _id: -1 } }),
    views.of(memberEventRunView).findOne({ _id: 'newest' }),
  ]);
  return [
    { name: 'monthOpened', of: opened?.month ?? null, at: instantOf(opened?.at) },
    { name: 'monthClosed', of: closed?.month ?? null, at: instantOf(closed?.at) },
    { name: 'memberEventsProcessed', of: processed?.recordedBefore ?? null, at: instantOf(processed?.at) },
  ];
}

/** Instants are stored as ISO text or in ClickHouse's text format. Read models of earlier releases may lack them. */
const instantOf = (kept: string | undefined): string | null =>
  kept === undefined ? null : kept.endsWith('Z') ? kept : `${kept.replace(' ', 'T')}Z`;
