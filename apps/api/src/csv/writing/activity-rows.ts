import { campaignsView } from '@superscope/contracts/read-models/campaigns';
import type { DocumentOf } from '@superscope/contracts/read-models/document-view';
import { activityIdentity, memberEventsView } from '@superscope/contracts/read-models/member-events';
import { membersView } from '@superscope/contracts/read-models/members';
import { outsideId } from '@superscope/domain/outside-id';
import type { EventStore } from '@superscope/event-store/event-store';
import { erasedMemberEvents } from '../../members/erased-member-events.js';
import type { Views } from '../../platform/engines.module.js';
import { planWithin, type Exported, type ExportedRows } from './exported-rows.js';
import { MemberNumbers } from './member-numbers.js';
import { rowsOf } from '../../platform/clickhouse/stored-rows.js';

/** ClickHouse's text of a UTC instant as ISO text. */
const iso = (instant: string): string => `${instant.replace(' ', 'T')}Z`;

export const engagementRows: Exported = async function* ({ views, clickhouse }, scope) {
  const campaigns = await views
    .of(campaignsView)
    .find({ name: { $exists: true }, cancelled: { $ne: true } }, { projection: { planId: 1 } })
    .sort({ _id: 1 })
    .toArray();
  const numbers = new MemberNumbers(views);
  for (const { _id: campaign } of campaigns.filter(({ planId }) => planWithin(scope, planId))) {
    const query = `SELECT member_id, step, toString(at) FROM campaign_engagement FINAL
WHERE campaign_id = {campaign:String} ORDER BY member_id, at, step`;
    for await (const rows of rowsOf<[string, string, string]>(clickhouse, query, { campaign }))
      for (const { row, member } of await numbers.with(rows, ([memberId]) => memberId)) {
        const [, step, at] = row;
        const values = { campaignId: outsideId(campaign), memberId: member.number, step, at: iso(at) };
        yield { platformId: member.platformId, values };
      }
  }
};

export const contactRows: Exported = async function* ({ views, clickhouse }, scope) {
  const query = `SELECT member_id, plan_id, toString(at), reason, status FROM contact_request FINAL
WHERE ({plan:String} = '' OR plan_id = {plan:String}) ORDER BY plan_id, member_id, revision`;
  const numbers = new MemberNumbers(views);
  const params = { plan: scope.planId ?? '' };
  for await (const rows of rowsOf<[string, string, string, string, string]>(clickhouse, query, params)) {
    const within = rows.filter(([, plan]) => planWithin(scope, plan));
    for (const { row, member } of await numbers.with(within, ([memberId]) => memberId)) {
      const [, , at, reason, status] = row;
      const values = { memberId: member.number, at: iso(at), reason, status: status === '' ? null : status };
      yield { platformId: member.platformId, values };
    }
  }
};

type NumberedMember = Pick<DocumentOf<typeof membersView>, '_id' | 'memberNumber' | 'platformId' | 'erased'>;

type Activity = NonNullable<DocumentOf<typeof memberEventsView>['events']>[string];

/** Files' events in the order of their rows, then those recorded by hand, so that an import of the export finds each of them again. */
const byRow = (a: Activity, b: Activity): number => rowOf(a) - rowOf(b);
const rowOf = ({ recorded, occurrence = 1 }: Activity): number =>
  recorded == null ? occurrence : Number.MAX_SAFE_INTEGER;

const membersPerRead = 500;

export const memberEventRows: Exported = async function* ({ views, store }, scope) {
  const { planId, platformId } = scope;
  const members = views
    .of(membersView)
    .find(
      { ...(planId !== null && { planId }), platformId: platformId ?? { $exists: true } },
      { projection: { memberNumber: 1, platformId: 1, erased: 1 }, batchSize: 1_000 },
    )
    .sort({ _id: 1 });
  let some: NumberedMember[] = [];
  for await (const member of members) {
    some.push(member);
    if (some.length < membersPerRead) continue;
    yield* activitiesOf(views, store, some);
    some = [];
  }
  yield* activitiesOf(views, store, some);
};

async function* activitiesOf(views: Views, store: EventStore, members: readonly NumberedMember[]): ExportedRows {
  const ids = members.map(({ _id }) => _id);
  const found = await views
    .of(memberEventsView)
    .find({ _id: { $in: ids } })
    .toArray();
  const byMember = new Map(found.map((document) => [document._id, document]));
  for (const { _id, memberNumber, platformId, erased } of members) {
    const standing = erased ? await erasedMemberEvents(store, _id) : byMember.get(_id);
    const { events: recorded = {}, withdrawn = {} } = standing ?? {};
    const events = Object.entries(recorded).filter(([, event]) => !withdrawn[event.recorded?.eventId ?? '']);
    events.sort(([a], [b]) => Number(a.slice(1)) - Number(b.slice(1)));
    // Every event is a line. If a file's event was corrected, the latest version counts.
    const lines = [...new Map(events.map(([, event]) => [activityIdentity(event), event])).values()];
    for (const { recorded: _, occurrence: __, ...event } of lines.sort(byRow))
      yield { platformId, values: { ...event, memberId: memberNumber, amount: event.amountCents } };
  }
}
