import type { PlanAction, SupportingCampaign } from '@superscope/contracts/plan-actions';
import type { PublishedFigure } from '@superscope/contracts/published-figure';
import type { ReactNode } from 'react';
import { DetailDialog } from '../../ui/detail-dialog';
import { date, share as percentOf } from '../../ui/format';
import { cellOf } from '../analytics/published-cell';
import { CountFigure, ShareFigure } from '../figures/figure';
import { OtherAreas } from './other-areas';
import { ScoreChange } from './score-change';
import { ActionEffectText } from './action-effect-text';
import type { View } from '../analytics/figures-view';
import { DataTable } from '../../ui/data-table';

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className="flex items-baseline justify-between gap-4 border-b py-2 last:border-0">
    <dt className="text-ink-2">{name}</dt>
    <dd className="shrink-0 text-right font-medium">{children}</dd>
  </div>
);

interface Props {
  action: PlanAction;
  view: Pick<View, 'planId' | 'audience'>;
  /** Shows a campaign in this dialog's place. */
  onCampaign: (campaign: SupportingCampaign) => void;
  onClose: () => void;
}

/** The expected effect of an action, and the campaigns that the estimate rests on. */
export function ActionDialog({ action, view, onCampaign, onClose }: Props) {
  const { label, concerned, assumes, members, share, change, margin, didBefore, likelyChange, campaigns } = action;
  return (
    <DetailDialog title={label} note={`For members who ${concerned}.`} onClose={onClose}>
      <dl className="mt-4 text-base">
        <Fact name="Members concerned">
          <CountFigure count={cellOf(members)} />
        </Fact>
        <Fact name="Of members for whom it is known">
          <ShareFigure of={cellOf(share)} />
        </Fact>
        <Fact name="Largest possible gain, if all of them do it">
          <ScoreChange of={cellOf(change, margin)} />
          <OtherAreas action={action} />
        </Fact>
        <Fact name="Did it after past campaigns">
          <DidBefore of={didBefore} />
        </Fact>
        <Fact name="Likely gain, if as many do it again">
          <ScoreChange of={cellOf(likelyChange, margin)} />
        </Fact>
      </dl>
      <p className="mt-3 text-sm text-ink-2">
        Each member is scored again by the rules of the SuperScore. Assumed of those who do it: {lower(assumes)}
      </p>
      <h3 className="mt-5 text-md font-semibold">Campaigns that support it</h3>
      {campaigns.length === 0 ? (
        <p className="mt-2 rounded-md border border-dashed border-line-strong px-4 py-5 text-center text-base text-ink-3">
          No campaign about it ran more than three months ago, so nothing is expected yet.
        </p>
      ) : (
        <>
          <p className="mt-1 text-sm text-ink-2">
            Recipients whom it concerned in the month before, and how many of them it concerned no longer three months
            later.
          </p>
          <DataTable
            label="Campaigns that support it"
            look="figures"
            rows={campaigns}
            idOf={({ campaignId }) => campaignId}
            columns={[
              { head: 'Date', cell: ({ runDate }) => date(runDate), className: 'whitespace-nowrap text-ink-2' },
              {
                head: 'Campaign',
                cell: (campaign) => (
                  <button type="button" onClick={() => onCampaign(campaign)} className="link text-left hover:underline">
                    {campaign.name}
                  </button>
                ),
                className: 'font-medium',
              },
              {
                head: 'Concerned',
                right: true,
                cell: ({ concerned: of }) => <CountFigure count={cellOf(of)} />,
                className: 'whitespace-nowrap',
              },
              {
                head: 'Did it',
                right: true,
                cell: ({ share: did }) => <ShareFigure of={cellOf(did)} />,
                className: 'whitespace-nowrap',
              },
              {
                head: 'Beside those not contacted',
                cell: ({ campaignId }) => (
                  <ActionEffectText action={action} campaignId={campaignId} view={view}>
                    {(effect) => effect ?? <span className="text-ink-3">not measured of these members</span>}
                  </ActionEffectText>
                ),
              },
            ]}
            className="mt-2"
          />
        </>
      )}
      <p className="mt-4 border-t pt-3 text-sm text-ink-3">General information about your plan, not personal advice.</p>
    </DetailDialog>
  );
}

/** The combined share of several campaigns, which may be published rounded. */
const DidBefore = ({ of }: { of: PublishedFigure }) =>
  of.rounded && of.value !== null ? <>about {percentOf(of.value, 0)}</> : <ShareFigure of={cellOf(of)} />;

const lower = (sentence: string) => sentence[0]!.toLowerCase() + sentence.slice(1);
