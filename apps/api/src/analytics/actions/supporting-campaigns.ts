import { gainColumns } from '@superscope/contracts/read-models/gain-columns';
import type { PublishedFigure } from '@superscope/contracts/published-figure';
import type { SupportingCampaign } from '@superscope/contracts/plan-actions';
import { shiftMonth } from '@superscope/domain/calendar-dates';
import { supports } from '@superscope/domain/campaign/campaign-aim';
import type { Meter } from '@superscope/domain/publishing/cell';
import { flag, type PublishedCount } from '@superscope/domain/publishing/publish';
import type { PublishingSecret } from '@superscope/domain/publishing/record-key';
import { actionKeys, actions, type ActionKey } from '@superscope/domain/scoring/actions';
import type { PlanCampaign } from '../campaign-members/campaign-runs.js';
import { cellAround, receivedLabel } from '../campaign-members/cell-around.js';
import type { Around, CountAround, EditionsAround } from '../campaign-members/members-around.js';
import { exact } from './action-answer.js';

const askedName = (action: ActionKey): string => `asked_${action}`;
const didName = (action: ActionKey): string => `did_${action}`;

/** Recipients whom an action concerned and who had a score before, and of them those whom it concerns no longer. */
export const followUpCounts: readonly CountAround[] = actionKeys.flatMap((action) => {
  const column = gainColumns[action];
  const asked = `got AND b.${column} IS NOT NULL AND a.score IS NOT NULL`;
  return [
    { name: askedName(action), condition: asked },
    { name: didName(action), condition: `${asked} AND a.${column} IS NULL` },
  ];
});
export const followUpColumns: readonly string[] = ['score', ...Object.values(gainColumns)];

/** Newest campaigns whose months are read, and how old they may be. */
const mostCampaigns = 12;
const monthsBack = 36;

/** The newest campaigns that support some action and whose third month after is known by a month. */
export const supportingBy = (campaigns: readonly PlanCampaign[], month: string): PlanCampaign[] =>
  campaigns
    .filter(
      ({ aim, before, after }) => aim !== 'signedIn' && after <= month && before >= shiftMonth(month, -monthsBack),
    )
    .slice(0, mostCampaigns);

export const supportsAction = ({ aim }: PlanCampaign, action: ActionKey): boolean =>
  supports(aim, actions[action].area);

/** What recipients did after a campaign, published. The plan without them is what an employer could subtract, so both stand by 11. */
export function publishedFollowUp(
  action: ActionKey,
  { campaignId }: PlanCampaign,
  around: Around,
  editions: NonNullable<EditionsAround>,
  secret: PublishingSecret,
  meter: Meter,
): { concerned: PublishedCount; did: PublishedCount } {
  const { cell, members } = cellAround(around, editions, secret, meter);
  const asked = around.counts[askedName(action)]!;
  const label = [receivedLabel(campaignId), `before:${action}`].sort().join('&');
  const concerned = flag(cell, members, label, asked);
  const did = flag(cell, members, `did:${action}`, around.counts[didName(action)]!, {
    ...{ label, n: asked, base: concerned.count },
  });
  return { concerned, did };
}

/** The same for the staff audience. */
export function exactFollowUp(
  action: ActionKey,
  { counts }: Around,
): { concerned: PublishedFigure; share: PublishedFigure } {
  const [asked, did] = [counts[askedName(action)]!, counts[didName(action)]!];
  return { concerned: exact(asked), share: exact(asked === 0 ? null : Math.round((1000 * did) / asked) / 10) };
}

export const namesOf = ({
  campaignId,
  name,
  runDate,
}: PlanCampaign): Omit<SupportingCampaign, 'concerned' | 'share'> => ({
  campaignId,
  name,
  runDate,
});
