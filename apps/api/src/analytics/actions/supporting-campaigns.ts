import type { SupportingCampaign } from '@superscope/contracts/plan-actions';
import { shiftMonth } from '@superscope/domain/calendar-dates';
import { supports } from '@superscope/domain/campaign/campaign-aim';
import type { Acted } from '@superscope/domain/publishing/campaign-effect';
import type { Meter } from '@superscope/domain/publishing/cell';
import type { PublishedCount } from '@superscope/domain/publishing/publish';
import type { PublishingSecret } from '@superscope/domain/publishing/record-key';
import { actionKeys, actions, type ActionKey } from '@superscope/domain/scoring/actions';
import { exactFigure as exact } from '../answer/wire-figure.js';
import {
  actedCounts,
  actedOfRecipients,
  actionMetric,
  valueOf,
  type AimMetric,
} from '../campaign-members/aim-metrics.js';
import type { PlanCampaign } from '../campaign-members/campaign-runs.js';
import { cellsAround } from '../campaign-members/cell-around.js';
import type { Around, CountAround, EditionsAround, MemberValue } from '../campaign-members/members-around.js';
import { publishedActed } from '../campaign-members/published-acted.js';

/** The wording is empty because nothing here shows it. */
const metrics = Object.fromEntries(actionKeys.map((key) => [key, actionMetric(key, '')])) as Record<
  ActionKey,
  AimMetric
>;

export const followUpCounts: readonly CountAround[] = Object.values(metrics).flatMap(actedCounts);
export const followUpValues: readonly MemberValue[] = Object.values(metrics).map(valueOf);

/** How many of the newest campaigns are read, and how many months back they may lie. */
const mostCampaigns = 12;
const monthsBack = 36;

/** The newest campaigns that support some action and whose `after` month is `month` or earlier. */
export const supportingBy = (campaigns: readonly PlanCampaign[], month: string): PlanCampaign[] =>
  campaigns
    .filter(
      ({ aim, before, after }) => aim !== 'signedIn' && after <= month && before >= shiftMonth(month, -monthsBack),
    )
    .slice(0, mostCampaigns);

export const supportsAction = ({ aim }: PlanCampaign, action: ActionKey): boolean =>
  supports(aim, actions[action].area);

/** What recipients did after a campaign, published. */
export function publishedFollowUp(
  action: ActionKey,
  campaign: PlanCampaign,
  around: Around,
  editions: NonNullable<EditionsAround>,
  secret: PublishingSecret,
  meter: Meter,
): Acted<PublishedCount> {
  return publishedActed(metrics[action], campaign, around, cellsAround(around, editions, secret, meter)).recipients;
}

/** The same for the staff audience. */
export function exactFollowUp(action: ActionKey, around: Around): Pick<SupportingCampaign, 'concerned' | 'share'> {
  const { concerned, acted } = actedOfRecipients(metrics[action], around);
  return {
    concerned: exact(concerned),
    share: exact(concerned === 0 ? null : Math.round((1000 * acted) / concerned) / 10),
  };
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
