import type { Audience } from '@superscope/contracts/analytics/audience-header';
import { campaignsQuery } from '@superscope/contracts/analytics/campaigns-query';
import { askFigures } from '../analytics/ask-figures';
import { readRows, type Cell, type Figures } from '../analytics/result';
import { baseApi } from '../api/base.api';
import { monthOf, quarterEndAfter } from '../period/period';

export interface Campaign {
  id: string;
  kind: 'report' | 'email';
  name: string;
  /** yyyy-MM-dd */
  date: string;
  recipients: Cell;
  opened: Cell;
  clicked: Cell;
  /** 0..100, of the recipients; of all members if the number of recipients is not published. */
  openedPercent: Cell;
  clickedPercent: Cell;
}

/** The column of a chart in which a campaign ran: its month, or the end of its quarter if the columns are quarter ends. */
export const columnOf = ({ date }: Campaign, months: string[], quarterEnds: boolean) =>
  months.find((month) => month === monthOf(date) || (quarterEnds && month === monthOf(quarterEndAfter(date))));

/** The campaigns of an answer, newest first, without consultations. */
function readCampaigns(figures: Figures): Campaign[] {
  return readRows(figures, 'Campaign.eventDate')
    .map((row, at) => {
      const type = row.text('Campaign.campaignType') ?? '';
      const values = figures.data[at]!;
      return {
        type,
        id: row.text('Campaign.campaignId') ?? '',
        kind: /report/i.test(type) ? ('report' as const) : ('email' as const),
        name: row.text('Campaign.name') ?? type,
        date: String(values['Campaign.eventDate.day'] ?? values['Campaign.eventDate'] ?? '').slice(0, 10),
        recipients: row.cell('Campaign.recipients'),
        opened: row.cell('Campaign.opened'),
        clicked: row.cell('Campaign.clicked'),
        openedPercent: row.cell('Campaign.openedPercent'),
        clickedPercent: row.cell('Campaign.clickedPercent'),
      };
    })
    .filter(({ type, date }) => !/consult/i.test(type) && date !== '')
    .map(({ type: _, ...campaign }) => campaign)
    .toSorted((a, b) => (a.date < b.date ? 1 : a.date > b.date ? -1 : a.name.localeCompare(b.name)));
}

const campaignsApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    campaigns: build.query<Campaign[], { planId: string; audience: Audience }>({
      queryFn: async ({ planId, audience }, api, _, send) => {
        const { data, error } = await askFigures(campaignsQuery(planId), audience, api, send);
        return error ? { error } : { data: readCampaigns(data) };
      },
      extraOptions: { asOf: true },
      providesTags: (_, __, { planId, audience }) => [
        { type: audience === 'staff' ? 'ExactCampaigns' : 'Campaigns', id: planId },
      ],
    }),
  }),
});
export const { useCampaignsQuery } = campaignsApi;
