import { useState } from 'react';
import { mapLoaded } from '../../portal/analytics/loaded';
import type { View } from '../../portal/analytics/figures-view';
import { CampaignDialog } from '../../portal/campaigns/campaign-dialog.on-demand';
import type { Campaign } from '../../portal/campaigns/campaigns.api';
import { FigureCard, FigureGroup } from '../../portal/figures/figure-card';
import type { CampaignsState } from '../../portal/page-header/use-page-view';
import { CardHead } from '../../ui/card';
import { Pager } from '../../ui/pager';
import { Bone } from '../../ui/states';
import { useRoomy } from '../../ui/use-roomy';
import { CampaignList, CampaignRows } from './campaign-rows';

const ROWS = 3;

interface Props {
  campaigns: CampaignsState;
  /** The page view, which names the plan. */
  view: Pick<View, 'planId' | 'audience'>;
  /** yyyy-MM of the newest month that employers read. */
  closedMonth: string | null;
}

export const Communications = ({ campaigns, view, closedMonth }: Props) => (
  <FigureGroup title="Campaigns" what="The list of campaigns" figures={campaigns} className="min-h-52">
    <div className="grid gap-4 xl:grid-cols-2">
      <CampaignTable
        title="Latest report campaigns"
        kind="report"
        campaigns={campaigns}
        view={view}
        closedMonth={closedMonth}
      />
      <CampaignTable
        title="Latest email campaigns"
        kind="email"
        campaigns={campaigns}
        view={view}
        closedMonth={closedMonth}
      />
    </div>
  </FigureGroup>
);

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
    bones={<Bone className="mx-5 mb-5 h-[380px] sm:h-36" />}
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
  const roomy = useRoomy();
  const shownRows = { title, rows, closedMonth, onOpen: setOpen };
  return (
    <>
      {roomy ? <CampaignRows {...shownRows} /> : <CampaignList {...shownRows} />}
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
