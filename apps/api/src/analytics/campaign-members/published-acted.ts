import type { Acted, TwinCounts } from '@superscope/domain/publishing/campaign-effect';
import { category, flag, hasTwin, type PublishedCount } from '@superscope/domain/publishing/publish';
import { actedOfAll, actedOfRecipients, metricContext, valuesBefore, type AimMetric } from './aim-metrics.js';
import type { PlanCampaign } from './campaign-runs.js';
import type { CellsAround } from './cell-around.js';
import type { Around } from './members-around.js';

/** The noise label of having received a campaign. The campaign's own figures use the same label. */
const receivedLabel = (campaignId: string): string => `campaign:${campaignId}<=3`;

/** The noise labels of having been concerned by a metric's fact before a campaign, and of having acted since. */
export const beforeLabel = ({ name }: AimMetric): string => `before:${name}`;
export const didLabel = ({ name }: AimMetric): string => `did:${name}`;

export interface PublishedActed {
  all: Acted<PublishedCount>;
  recipients: Acted<PublishedCount>;
  /** The counts whose facts share their noise with an elder. */
  twins: TwinCounts;
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
  const { fact } = metric;
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
  const row = column.rows.findIndex((each) => each.wire === wire);
  const concerned = values[row]!;
  const exact = actedOfAll(metric, around);
  // Whoever acted was concerned before.
  const [before, did] = [beforeLabel(metric), didLabel(metric)];
  const ofAll = { label: before, n: exact.concerned, base: concerned.count, impliedBy: new Set([did]) };
  const all = { concerned, acted: flag(since, members, did, exact.acted, ofAll) };
  const twins: TwinCounts = {
    all: { concerned: hasTwin(cells.before, noise, sets[row]!), acted: since.elders.has(did) },
    recipients: { concerned: since.elders.has(before), acted: since.elders.has(did) },
  };
  const label = receivedLabel(campaignId);
  const received = flag(since, members, label, around.received);
  // If almost everybody received it, a count of recipients would be a second number for the same fact.
  if (received.share.because === 'least') return { all, recipients: all, twins };
  const { concerned: n, acted } = actedOfRecipients(metric, around);
  const got = flag(since, members, before, n, { label, n: since.n, base: members });
  // Everybody who acted was concerned before, so this count needs no label of its own for having been concerned.
  const done = flag(since, members, did, acted, { label, n, base: got.count });
  return { all, recipients: { concerned: got, acted: done }, twins };
}
