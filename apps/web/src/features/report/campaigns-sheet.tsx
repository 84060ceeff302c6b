import { mapLoaded } from '../../portal/analytics/loaded';
import type { Cell } from '../../portal/analytics/result';
import { CampaignEffectText } from '../../portal/campaigns/campaign-effect-text';
import type { View } from '../../portal/analytics/figures-view';
import type { Campaign } from '../../portal/campaigns/campaigns.api';
import { CountFigure } from '../../portal/figures/figure';
import { FigureCard } from '../../portal/cards/figure-card';
import { WithheldFigure } from '../../portal/figures/withheld';
import type { CampaignsState } from '../../portal/page-header/use-page-view';
import { READERS_NOTE } from '../../portal/page-header/readers-note-text';
import { monthOf } from '../../portal/period/period';
import { publishedOn } from '../../portal/period/published-on';
import { date, percent, sydneyToday } from '../../ui/format';
import { Part, Sheet, type SheetProps } from './sheet';
import { Bones, CARD, CardTitle } from './sheet-card';

/** As many of each kind as fit on the page. */
const ROWS = 8;

interface Props extends SheetProps {
  campaigns: CampaignsState;
  view: View;
}

/** The last page: campaigns, their results, and how to read the figures. */
export const CampaignsSheet = ({ campaigns, view, ...sheet }: Props) => (
  <Sheet
    {...sheet}
    title="Communications"
    note="The newest campaigns, and what members did with them. Opened and clicked are shares of recipients. Effect: how many more of them acted within three months than of members who were not contacted."
  >
    <CampaignTable title="Latest report campaigns" kind="report" campaigns={campaigns} plan={sheet.plan} view={view} />
    <div className="mt-[8pt]">
      <CampaignTable title="Latest email campaigns" kind="email" campaigns={campaigns} plan={sheet.plan} view={view} />
    </div>
    <Part title="About these figures">
      <p className="text-ink-2">{READERS_NOTE}</p>
    </Part>
  </Sheet>
);

interface TableProps extends Pick<Props, 'campaigns' | 'plan' | 'view'> {
  title: string;
  kind: Campaign['kind'];
}
const CampaignTable = ({ title, kind, campaigns, plan, view }: TableProps) => (
  <FigureCard
    title={title}
    figures={mapLoaded(campaigns, (all) => all.filter((campaign) => campaign.kind === kind).slice(0, ROWS))}
    look={CARD}
    head={<CardTitle>{title}</CardTitle>}
    bones={<Bones />}
    nothing={(ofKind) => (ofKind.length === 0 ? `No ${kind} campaigns.` : null)}
    nothingClassName="mt-2"
  >
    {(ofKind) => (
      <div className="overflow-x-auto" role="region" aria-label={`${title}: table`} tabIndex={0}>
        <table aria-label={title} className="mt-[4pt] w-full">
          <thead>
            <tr className="border-b text-left text-[9pt] text-ink-3">
              <th className="py-[2pt] font-semibold">Date</th>
              <th className="py-[2pt] pl-3 font-semibold">Campaign</th>
              {['Recipients', 'Opened', 'Clicked'].map((head) => (
                <th key={head} className="py-[2pt] pl-3 text-right font-semibold">
                  {head}
                </th>
              ))}
              <th className="py-[2pt] pl-4 font-semibold">Effect</th>
            </tr>
          </thead>
          <tbody>
            {ofKind.map((row) => (
              <tr key={`${row.date} ${row.name}`} className="border-b last:border-0">
                <td className="whitespace-nowrap py-[3.5pt] text-ink-2">{date(row.date)}</td>
                <td className="max-w-64 py-[3.5pt] pl-3 font-medium [overflow-wrap:anywhere]">{row.name}</td>
                <Results of={row} closedMonth={plan.closedMonth} />
                <td className="w-[128pt] py-[2pt] pl-4 text-[9pt] leading-[10.5pt]">
                  <CampaignEffectText campaignId={row.id} view={view} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    )}
  </FigureCard>
);

function Results({ of, closedMonth }: { of: Campaign; closedMonth: string | null }) {
  const { recipients, opened, clicked } = of;
  if ([recipients, opened, clicked].every(({ withheld }) => withheld === 'np')) {
    return (
      <td colSpan={3} className="whitespace-nowrap pl-3 text-right text-[9pt] text-ink-3">
        {monthOf(of.date) > (closedMonth ?? '') ? (
          <>Figures are published {publishedOn(of.date, sydneyToday())}</>
        ) : (
          <WithheldFigure reason="np" />
        )}
      </td>
    );
  }
  const ofAll = recipients.withheld !== null;
  return (
    <>
      <td className="whitespace-nowrap pl-3 text-right">
        <CountFigure count={recipients} />
      </td>
      <Acted count={opened} share={of.openedPercent} ofAll={ofAll} />
      <Acted count={clicked} share={of.clickedPercent} ofAll={ofAll} />
    </>
  );
}

/** The count and its share of the recipients, or of all members if the recipients are not published. */
const Acted = ({ count, share, ofAll }: { count: Cell; share: Cell; ofAll: boolean }) => (
  <td className="whitespace-nowrap pl-3 text-right">
    <CountFigure count={count} />
    {share.value !== null && (
      <span className="text-ink-3">
        {' '}
        {percent(share.value / 100)}
        {ofAll && ' of all members'}
      </span>
    )}
  </td>
);
