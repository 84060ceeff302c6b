import type { Acted } from '@superscope/domain/publishing/campaign-effect';
import { category, flag, type PublishedCount } from '@superscope/domain/publishing/publish';
import { actedOfAll, actedOfRecipients, metricContext, valuesBefore, type AimMetric } from './aim-metrics.js';
import type { PlanCampaign } from './campaign-runs.js';
import type { CellsAround } from './cell-around.js';
import type { Around } from './members-around.js';

/** The noise label of having received a campaign. The campaign's own figures use the same label. */
const receivedLabel = (campaignId: string): string => `campaign:${campaignId}<=3`;

export interface PublishedActed {
  all: Acted<PublishedCount>;
  recipients: Acted<PublishedCount>;
}

/**
 * Members whom a fact concerned before a campaign, and those among them whom it no longer concerns, both of all members and of the
 * recipients. The first count has the noise labels under which the fact is published for its month anyway.
 */
export function publishedActed(
  metric: AimMetric,
  { campaignId }: Pick<PlanCampaign, 'campaignId'>,
  around: Around,
  cells: CellsAround,
): PublishedActed {
  const { name, fact } = metric;
  const { members, since } = cells;
  const { column, wire } = fact;
  const noise = column.noise(metricContext);
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
  // Whoever acted was concerned before.
  const did = `did:${name}`;
  const ofAll = { label: `before:${name}`, n: exact.concerned, base: concerned.count, impliedBy: new Set([did]) };
  const all = { concerned, acted: flag(since, members, did, exact.acted, ofAll) };
  const label = receivedLabel(campaignId);
  const received = flag(since, members, label, around.received);
  // If almost everybody received it, a count of recipients would be a second number for the same fact.
  if (received.share.because === 'least') return { all, recipients: all };
  const { concerned: n, acted } = actedOfRecipients(metric, around);
  const got = flag(since, members, `before:${name}`, n, { label, n: since.n, base: members });
  // Everybody who acted was concerned before, so this count needs no label of its own for having been concerned.
  const done = flag(since, members, did, acted, { label, n, base: got.count });
  return { all, recipients: { concerned: got, acted: done } };
}
