import { Injectable } from '@nestjs/common';
import type { RecordedChange, RecordedKind } from '@superscope/contracts/as-of-changes';
import { closingsView } from '@superscope/contracts/read-models/editions';
import { plansView } from '@superscope/contracts/read-models/fund';
import { Analytics, Views } from '../../platform/engines.module.js';

/** Instants are kept in two forms: as ClickHouse writes them, and as ISO text. */
export const clickhouseText = (iso: string): string => iso.replace('T', ' ').replace('Z', '');
export const isoText = (stored: string): string => `${stored.replace(' ', 'T')}Z`;

const members = `member_id IN (SELECT DISTINCT member_id FROM snapshot_raw WHERE plan_id = {plan:String})`;
const after = 'recorded_at > {after:String}';

/** The changes recorded of a plan, as rows (kind, detail, count, member, recorded at). */
const recorded = `
SELECT multiIf(step = 'withdrawn', if(content = 'assets', 'holdingsWithdrawn', 'snapshotsWithdrawn'),
    content = 'assets', 'holdingsImported', 'snapshotsImported') AS kind,
  formatDateTime(month, '%Y-%m') AS detail, toUInt64(rows) AS n, NULL AS member, recorded_at
FROM plan_month_import FINAL WHERE plan_id = {plan:String} AND ${after}
UNION ALL
SELECT transform(toString(event_type), ['MemberRegistered', 'MemberMoved', 'MemberLeft'],
    ['membersRegistered', 'membersMoved', 'membersLeft'], 'detailsRevised'), '', 1, toNullable(toString(member_id)), recorded_at
FROM member_fact WHERE ${members} AND ${after} LIMIT 1 BY member_id, revision
UNION ALL
SELECT 'activityRecorded', toString(event_type), 1, toNullable(toString(member_id)), recorded_at
FROM member_event WHERE event_type != 'ContactRequested' AND ${members} AND ${after} LIMIT 1 BY member_id, revision
UNION ALL
SELECT 'contactRequested', toString(reason), 1, toNullable(toString(member_id)), recorded_at
FROM member_event WHERE event_type = 'ContactRequested' AND ${members} AND ${after} LIMIT 1 BY member_id, revision
UNION ALL
SELECT 'campaignRun', name, 1, NULL, recorded_at FROM campaign FINAL WHERE plan_id = {plan:String} AND ${after}
UNION ALL
SELECT 'campaignEngagement', '', 1, toNullable(toString(member_id)), recorded_at FROM campaign_engagement FINAL
WHERE campaign_id IN (SELECT campaign_id FROM campaign FINAL WHERE plan_id = {plan:String}) AND ${after}
UNION ALL
SELECT 'figuresRevised', if(kind = '', toString(name), toString(kind)), 1, NULL, recorded_at
FROM dated_figure FINAL WHERE ${after}`;

interface Row {
  kind: RecordedKind;
  detail: string;
  n: number;
  members: number;
  first: string;
  last: string;
}

/** The changes recorded of one plan with their times, from the facts, which keep the moment of their recording. */
@Injectable()
export class RecordedChanges {
  constructor(
    private readonly analytics: Analytics,
    private readonly views: Views,
  ) {}

  /** By kind and minute, or with `whole` by kind alone; the newest first. `since` is an ISO instant. */
  async of(
    planId: string,
    since: string,
    { whole, most }: { whole: boolean; most: number },
  ): Promise<RecordedChange[]> {
    const answer = await this.analytics.client.query({
      query: `SELECT kind, detail, toUInt32(sum(n)) AS n, toUInt32(uniqExact(member)) AS members,
  toString(min(recorded_at)) AS first, toString(max(recorded_at)) AS last
FROM (${recorded}
) GROUP BY kind, detail${whole ? '' : ', toStartOfMinute(recorded_at)'} ORDER BY last DESC, kind, detail LIMIT {most:UInt32}`,
      query_params: { plan: planId, after: clickhouseText(since), most },
      format: 'JSONEachRow',
    });
    const rows = (await answer.json<Row>()).map(({ n, first, last, ...row }) => ({
      ...row,
      count: n,
      firstAt: isoText(first),
      lastAt: isoText(last),
    }));
    const all = [...rows, ...(await this.ofDocuments(planId, clickhouseText(since)))];
    return all.sort((a, b) => (a.lastAt < b.lastAt ? 1 : -1)).slice(0, most);
  }

  /** Publications of the plan, and closings of months. */
  private async ofDocuments(planId: string, since: string): Promise<RecordedChange[]> {
    const [plan, closings] = await Promise.all([
      this.views.of(plansView).findOne({ _id: planId }, { projection: { publishedAt: 1 } }),
      this.views
        .of(closingsView)
        .find({ at: { $gt: since } })
        .toArray(),
    ]);
    const one = (kind: RecordedKind, detail: string, at: string): RecordedChange => ({
      ...{ kind, detail, count: 1, members: 0, firstAt: isoText(at), lastAt: isoText(at) },
    });
    const published = Object.values(plan?.publishedAt ?? {}).filter((at) => at > since);
    return [
      ...published.map((at) => one('planPublished', '', at)),
      ...closings.map(({ month, at }) => one('monthClosed', month, at)),
    ];
  }
}
