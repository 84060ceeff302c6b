import { memberCategories, memberFlags } from '@superscope/contracts/analytics/member-names';
import { audienceHeader } from '@superscope/contracts/analytics/audience-header';
import type { AnalyticsQuery } from '@superscope/contracts/analytics/query';
import { csvTableNames } from '@superscope/contracts/csv-tables';
import type { PortalClient } from '@superscope/local/portal-client';

const trends = [
  'MemberSnapshot.countMembers',
  'MemberSnapshot.totalAssetsOwned',
  'MemberSnapshot.averageTotalAssetsOwned',
  'MemberSnapshot.averageAge',
  'SuperScore.averageSuperScore',
] as const;

/** The dashboard's queries for a plan, with every breakdown of members. */
function queriesOf(planId: string, dateRange: [string, string]): AnalyticsQuery[] {
  const filters = [{ member: 'Member.planId' as const, operator: 'equals' as const, values: [planId] }];
  const monthly = [{ dimension: 'MemberSnapshot.month' as const, granularity: 'month' as const, dateRange }];
  const divided = [...memberFlags, ...memberCategories].map((name): AnalyticsQuery => ({
    measures: ['MemberSnapshot.countMembers'],
    dimensions: [`Member.${name}`],
    filters,
    timeDimensions: monthly,
  }));
  const campaigns: AnalyticsQuery = {
    measures: ['Campaign.recipients', 'Campaign.opened', 'Campaign.clicked'],
    dimensions: ['Campaign.name', 'Campaign.campaignType'],
    timeDimensions: [{ dimension: 'Campaign.eventDate', granularity: 'day' }],
    filters: [{ member: 'Campaign.planId', operator: 'equals', values: [planId] }],
  };
  return [{ measures: [...trends], filters, timeDimensions: monthly }, ...divided, campaigns];
}

/** Everything that Staff can read about these plans: scores, figures, and every table's export. Rows are in a stable order. */
export async function shownFigures(
  client: PortalClient,
  planIds: readonly string[],
  dateRange: [string, string],
): Promise<Record<string, unknown>> {
  const shown: Record<string, unknown> = {};
  for (const planId of planIds) {
    shown[`score of ${planId}`] = await json(client, `/api/planSuperScore?planId=${planId}`, exactly);
    shown[`actions of ${planId}`] = await json(client, `/api/plans/${planId}/actions`, exactly);
    for (const query of queriesOf(planId, dateRange)) {
      const search = new URLSearchParams({ query: JSON.stringify(query) });
      const { data } = (await json(client, `/cubejs-api/v1/load?${search}`, exactly)) as { data: object[] };
      const name = `${query.dimensions?.join(', ') ?? 'trends'} of ${planId}`;
      shown[name] = data.map((row) => JSON.stringify(row)).toSorted();
    }
  }
  for (const table of csvTableNames) {
    const answer = await answered(client, `/api/csv/${table}/export`);
    shown[`${table}.csv`] = (await answer.text()).split('\r\n').toSorted();
  }
  return shown;
}

/** Requests exact figures, because the noise of published ones depends on each portal's secret. */
const exactly = { headers: { [audienceHeader]: 'staff' } };

const json = async (client: PortalClient, path: string, init: RequestInit): Promise<unknown> =>
  (await answered(client, path, init)).json();

async function answered(client: PortalClient, path: string, init: RequestInit = {}): Promise<Response> {
  const answer = await client.request(path, init);
  if (!answer.ok) throw new Error(`${path} was answered ${answer.status}: ${await answer.text()}`);
  return answer;
}
