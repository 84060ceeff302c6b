import type { Acted } from '@superscope/domain/publishing/campaign-effect';
import { category, flag, type PublishedCount } from '@superscope/domain/publishing/publish';
import { shiftMonth } from '@superscope/domain/calendar-dates';
import { actedOfAll, actedOfRecipients, signInMonths, valuesBefore, type AimMetric } from './aim-metrics.js';
import type { PlanCampaign } from './campaign-runs.js';
import type { CellsAround } from './cell-around.js';
import type { Around } from './members-around.js';

/** The label of having received a campaign, which its own figures use too. */
const receivedLabel = (campaignId: string): string => `campaign:${campaignId}<=3`;

export interface PublishedActed {
  all: Acted<PublishedCount>;
  recipients: Acted<PublishedCount>;
}

/**
 * Members whom a fact concerned before a campaign, and those of them whom it concerns no longer: of all members, and of the recipients.
 * That it concerned them is the fact that is published of their month anyway, by its own labels.
 */
export function publishedActed(
  metric: AimMetric,
  { campaignId, before }: Pick<PlanCampaign, 'campaignId' | 'before'>,
  around: Around,
  cells: CellsAround,
): PublishedActed {
  const { name, fact } = metric;
  const { members, since } = cells;
  const { column, wire } = fact;
  const noise = column.noise({ periodFrom: shiftMonth(before, 1 - signInMonths) });
  const sets = column.rows.map(({ places }) => places);
  const values = category(
    cells.before,
    members,
    { noise, hasUnknown: column.hasUnknown },
    valuesBefore(metric, around),
    null,
    sets,
  );
  const concerned = values[column.rows.findIndex((row) => row.wire === wire)]!;
  const exact = actedOfAll(metric, around);
  const ofAll = { label: `before:${name}`, n: exact.concerned, base: concerned.count };
  const all = { concerned, acted: flag(since, members, `did:${name}`, exact.acted, ofAll) };
  const label = receivedLabel(campaignId);
  const received = flag(since, members, label, around.received);
  // Where next to everybody received it, a count of recipients would be a second number of one fact.
  if (received.share.because === 'least') return { all, recipients: all };
  const { concerned: n, acted } = actedOfRecipients(metric, around);
  const got = flag(since, members, `before:${name}`, n, { label, n: since.n, base: members });
  // Who acted was concerned, so the two together are one fact: it needs the label of neither a second time.
  const done = flag(since, members, `did:${name}`, acted, { label, n, base: got.count });
  return { all, recipients: { concerned: got, acted: done } };
}
