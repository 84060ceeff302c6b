import { useState } from 'react';
import { mapLoaded } from '../../portal/analytics/loaded';
import type { View } from '../../portal/analytics/figures-view';
import { CampaignDialog } from '../../portal/campaigns/campaign-dialog.on-demand';
import type { Campaign } from '../../portal/campaigns/campaigns.api';
import { FigureCard, FigureGroup } from '../../portal/cards/figure-card';
import type { CampaignsState } from '../../portal/page-header/use-page-view';
import { CardHead } from '../../ui/card';
import { Pager } from '../../ui/pager';
import { Bone } from '../../ui/states';
import { useRoomy } from '../../ui/use-roomy';
import { CampaignList, CampaignRows } from './campaign-rows';

const ROWS = 3;

interface Props {
  campaigns: CampaignsState;
  view: View;
  /** yyyy-MM of the newest month that employers read. */
  closedMonth: string | null;
}

export const Communications = (props: Props) => (
  <FigureGroup title="Campaigns" what="The list of campaigns" figures={props.campaigns} className="min-h-52">
    <div className="grid grid-cols-1 gap-4">
      <CampaignTable {...props} title="Latest report campaigns" kind="report" />
      <CampaignTable {...props} title="Latest email campaigns" kind="email" />
    </div>
  </FigureGroup>
);

interface TableProps extends Props {
  title: string;
  kind: Campaign['kind'];
}
const CampaignTable = ({ title, kind, campaigns, ...shown }: TableProps) => (
  <FigureCard
    title={title}
    figures={mapLoaded(campaigns, (all) => all.filter((campaign) => campaign.kind === kind))}
    look="card overflow-hidden"
    head={
      <div className="px-5 pb-3 pt-4">
        <CardHead
          title={title}
          note="Opened and clicked are shares of recipients. Effect: how many more of them acted within three months than of members who were not contacted."
        />
      </div>
    }
    bones={<Bone className="mx-5 mb-5 h-[380px] sm:h-36" />}
    nothing={(ofKind) => (ofKind.length === 0 ? `No ${kind} campaigns.` : null)}
    nothingClassName="mx-5 mb-5"
  >
    {(ofKind) => <Rows {...shown} title={title} campaigns={ofKind} />}
  </FigureCard>
);

interface RowsProps extends Omit<Props, 'campaigns'> {
  title: string;
  campaigns: Campaign[];
}
function Rows({ title, campaigns, view, closedMonth }: RowsProps) {
  const [open, setOpen] = useState<Campaign | null>(null);
  const [page, setPage] = useState(0);
  const pages = Math.ceil(campaigns.length / ROWS);
  const shown = Math.min(page, Math.max(0, pages - 1));
  const rows = campaigns.slice(shown * ROWS, shown * ROWS + ROWS);
  const roomy = useRoomy();
  const shownRows = { title, rows, closedMonth, view, onOpen: setOpen };
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
