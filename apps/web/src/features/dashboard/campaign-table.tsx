import { useState } from 'react';
import { mapLoaded } from '../../portal/analytics/loaded';
import type { View } from '../../portal/analytics/query';
import type { Cell } from '../../portal/analytics/result';
import { CampaignDialog } from '../../portal/campaigns/campaign-dialog.on-demand';
import type { Campaign } from '../../portal/campaigns/campaigns.api';
import { CountFigure } from '../../portal/figures/figure';
import { FigureCard, FigureGroup } from '../../portal/figures/figure-card';
import { WithheldFigure } from '../../portal/figures/withheld';
import type { CampaignsState } from '../../portal/page-header/use-page-view';
import { monthOf } from '../../portal/period/period';
import { publishedOn } from '../../portal/period/published-on';
import { CardHead, Section } from '../../ui/card';
import { date, percent, sydneyToday } from '../../ui/format';
import { Pager } from '../../ui/pager';
import { Bone } from '../../ui/states';

const ROWS = 3;

interface Props {
  campaigns: CampaignsState;
  /** Whose campaigns they are. */
  view: Pick<View, 'planId' | 'audience'>;
  /** yyyy-MM of the newest month that employers read. */
  closedMonth: string | null;
}

export const Communications = ({ campaigns, view, closedMonth }: Props) => (
  <Section id="communications" title="Communications">
    <FigureGroup title="Campaigns" what="The list of campaigns" figures={campaigns} className="min-h-52">
      <div className="hidden gap-4 sm:grid xl:grid-cols-2">
        <CampaignTable title="Latest report campaigns" kind="report" {...{ campaigns, view, closedMonth }} />
        <CampaignTable title="Latest email campaigns" kind="email" {...{ campaigns, view, closedMonth }} />
      </div>
      <p className="text-base text-ink-2 sm:hidden">{campaigns.data && latestOf(campaigns.data)}</p>
    </FigureGroup>
  </Section>
);

function latestOf(campaigns: Campaign[]): string {
  const latest = (['report', 'email'] as const).flatMap((kind) => {
    const newest = campaigns.find((campaign) => campaign.kind === kind);
    return newest ? [`last ${kind} ${date(newest.date)}`] : [];
  });
  const sentence = latest.join(', ');
  return sentence === ''
    ? 'No campaigns.'
    : `${sentence[0]!.toUpperCase()}${sentence.slice(1)}. Open on a larger screen to see the tables.`;
}

interface TableProps extends Props {
  title: string;
  kind: Campaign['kind'];
}
const CampaignTable = ({ title, kind, campaigns, view, closedMonth }: TableProps) => (
  <FigureCard
    title={title}
    figures={mapLoaded(campaigns, (all) => all.filter((campaign) => campaign.kind === kind))}
    look="card overflow-hidden"
    head={
      <div className="px-5 pb-3 pt-4">
        <CardHead title={title} />
      </div>
    }
    bones={<Bone className="mx-5 mb-5 h-36" />}
    nothing={(ofKind) => (ofKind.length === 0 ? `No ${kind} campaigns.` : null)}
    nothingClassName="mx-5 mb-5"
  >
    {(ofKind) => <Rows title={title} campaigns={ofKind} view={view} closedMonth={closedMonth} />}
  </FigureCard>
);

interface RowsProps {
  title: string;
  campaigns: Campaign[];
  view: Props['view'];
  closedMonth: string | null;
}
function Rows({ title, campaigns, view, closedMonth }: RowsProps) {
  const [open, setOpen] = useState<Campaign | null>(null);
  const [page, setPage] = useState(0);
  const pages = Math.ceil(campaigns.length / ROWS);
  const shown = Math.min(page, Math.max(0, pages - 1));
  const rows = campaigns.slice(shown * ROWS, shown * ROWS + ROWS);
  return (
    <>
      <div className="overflow-x-auto" role="region" aria-label={`${title}: table`} tabIndex={0}>
        <table className="w-full text-base">
          <thead>
            <tr className="border-y bg-sunken text-left text-sm text-ink-2">
              <th className="py-2 pl-5 font-semibold">Date</th>
              <th className="py-2 pl-4 font-semibold">Campaign</th>
              {['Recipients', 'Opened', 'Clicked'].map((head) => (
                <th key={head} className="py-2 pl-3 text-right font-semibold last:pr-5">
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr
                key={`${row.date} ${row.id}`}
                className="relative h-10 border-b last:border-0 hover:bg-hover [&_button]:relative"
              >
                <td className="whitespace-nowrap pl-5 text-ink-2">{date(row.date)}</td>
                <td className="max-w-56 truncate pl-4 font-medium" title={row.name}>
                  <button
                    type="button"
                    aria-haspopup="dialog"
                    onClick={() => setOpen(row)}
                    className="!static block max-w-full truncate hover:underline after:absolute after:inset-0"
                  >
                    {row.name}
                  </button>
                </td>
                <Results of={row} closedMonth={closedMonth} />
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {pages > 1 && <Pager label={title} page={shown} size={ROWS} count={campaigns.length} onChange={setPage} />}
      {open && (
        <CampaignDialog
          of={{ campaignId: open.id, name: open.name, runDate: open.date }}
          view={view}
          onClose={() => setOpen(null)}
        />
      )}
    </>
  );
}

/** How many it reached and what they did; one cell where nothing of it is published, or not yet. */
function Results({ of, closedMonth }: { of: Campaign; closedMonth: string | null }) {
  const { recipients, opened, clicked, openedPercent, clickedPercent } = of;
  const isOfAll = recipients.withheld !== null;
  if ([recipients, opened, clicked].every(({ withheld }) => withheld === 'np')) {
    return (
      <td colSpan={3} className="whitespace-nowrap pl-3 pr-5 text-right text-sm text-ink-3">
        {monthOf(of.date) > (closedMonth ?? '') ? (
          <>Figures are published {publishedOn(of.date, sydneyToday())}</>
        ) : (
          <WithheldFigure reason="np" />
        )}
      </td>
    );
  }
  return (
    <>
      <td className="whitespace-nowrap pl-3 text-right">
        <CountFigure count={recipients} />
      </td>
      <CountAndShare count={opened} share={openedPercent} isOfAll={isOfAll} />
      <CountAndShare count={clicked} share={clickedPercent} isOfAll={isOfAll} last />
    </>
  );
}

interface CountAndShareProps {
  count: Cell;
  /** 0..100 */
  share: Cell;
  /** Of all members, where the recipients are not published. */
  isOfAll: boolean;
  last?: boolean;
}
function CountAndShare({ count, share, isOfAll, last }: CountAndShareProps) {
  return (
    <td className={`whitespace-nowrap pl-3 text-right ${last ? 'pr-5' : ''}`}>
      <CountFigure count={count} />
      {share.value !== null && (
        <span className="inline-block w-[50px] text-ink-3" title={isOfAll ? 'of all members' : undefined}>
          {percent(share.value / 100)}
          {isOfAll && <span className="sr-only"> of all members</span>}
        </span>
      )}
    </td>
  );
}
