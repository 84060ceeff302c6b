import type { Cell } from '@superscope/domain/publishing/cell';
import type { Acted } from '@superscope/domain/publishing/campaign-effect';
import { flag, type PublishedCount } from '@superscope/domain/publishing/publish';
import type { Published } from '@superscope/domain/publishing/published';

/** The label of having received a campaign, which its own figures use too. */
const receivedLabel = (campaignId: string): string => `campaign:${campaignId}<=3`;

/** Recipients whom a fact concerned before a campaign, and those of them whom it concerns no longer. */
export function recipientsWhoActed(
  cell: Cell,
  members: Published,
  campaignId: string,
  fact: string,
  { concerned: n, acted: k }: Acted<number>,
): Acted<PublishedCount> {
  const label = receivedLabel(campaignId);
  const concerned = flag(cell, members, `before:${fact}`, n, { label, n: cell.n, base: members });
  // Who acted was concerned, so the two together are one fact: it needs the label of neither a second time.
  return { concerned, acted: flag(cell, members, `did:${fact}`, k, { label, n, base: concerned.count }) };
}

/** The same of all members. */
export function allWhoActed(
  cell: Cell,
  members: Published,
  fact: string,
  { concerned: n, acted: k }: Acted<number>,
): Acted<PublishedCount> {
  const label = `before:${fact}`;
  const concerned = flag(cell, members, label, n);
  return { concerned, acted: flag(cell, members, `did:${fact}`, k, { label, n, base: concerned.count }) };
}
