import { plansView } from '@superscope/contracts/read-models/fund';
import { membersView } from '@superscope/contracts/read-models/members';
import type { DirtyDocument } from '@superscope/contracts/read-models/projection-state';
import { addCorrelationId } from '../writing/correlation-ids.js';
import type { Dirty } from '../writing/projection.js';
import type { Target } from '../writing/target.js';
import { membersWorthPicking } from './derivation.js';

/** The plan-months that an event made stale, when it was recorded, and its command. */
export interface StaleRange extends Dirty {
  /** Name of the derivation that will derive it. */
  derivation: string;
  recordedAt: string;
  correlationId: string;
}

/**
 * Finds the plans of each stale range among the facts, and merges ranges: at most two documents for each derivation, plan and batch. What
 * is stale for some members stays apart from what is stale for all, because a few revised members would otherwise make a month's new file
 * stale in every month.
 */
export async function expandDirty(
  target: Target,
  dirty: readonly StaleRange[],
  { since, position }: Pick<DirtyDocument, 'since' | 'position'>,
): Promise<DirtyDocument[]> {
  const plansOfMember = await plansByMember(target, dirty);
  const needPlans = dirty.some((d) => d.plans === 'all' || 'platformId' in d.plans);
  const plans = needPlans
    ? await target
        .of(plansView)
        .find({}, { projection: { platformId: 1 } })
        .toArray()
    : [];
  const merged = new Map<string, Merged>();
  for (const range of dirty)
    for (const planId of planIdsOf(range, plans, plansOfMember)) {
      const key = `${range.derivation} ${planId}${range.memberId === null ? '' : ' members'}`;
      const known = merged.get(key);
      if (known === undefined) {
        const members = range.memberId === null ? null : new Set([range.memberId]);
        const correlationIds = new Set<string>();
        addCorrelationId(correlationIds, range.correlationId);
        const { derivation, fromMonth, toMonth, recordedAt: recordedFrom } = range;
        merged.set(key, { derivation, planId, fromMonth, toMonth, members, recordedFrom, correlationIds });
        continue;
      }
      if (range.fromMonth < known.fromMonth) known.fromMonth = range.fromMonth;
      if (range.toMonth > known.toMonth) known.toMonth = range.toMonth;
      if (range.recordedAt < known.recordedFrom) known.recordedFrom = range.recordedAt;
      if (range.memberId !== null) known.members?.add(range.memberId);
      addCorrelationId(known.correlationIds, range.correlationId);
    }
  return [...merged].map(([key, { members, correlationIds, ...range }]) => ({
    _id: `${key}@${position}`,
    ...range,
    members: members === null || members.size > membersWorthPicking ? null : [...members],
    since,
    position,
    correlationIds: [...correlationIds],
  }));
}

interface Merged {
  derivation: string;
  planId: string;
  fromMonth: string;
  toMonth: string;
  members: Set<string> | null;
  recordedFrom: string;
  correlationIds: Set<string>;
}

function planIdsOf(
  { plans: of }: Dirty,
  plans: readonly { _id: string; platformId?: string }[],
  plansOfMember: ReadonlyMap<string, readonly string[]>,
): readonly string[] {
  if (of === 'all') return plans.map((plan) => plan._id);
  if ('planId' in of) return [of.planId];
  if ('memberId' in of) return plansOfMember.get(of.memberId) ?? [];
  return plans.filter((plan) => plan.platformId === of.platformId).map((plan) => plan._id);
}

async function plansByMember(target: Target, dirty: readonly Dirty[]): Promise<Map<string, string[]>> {
  const ids = new Set<string>();
  for (const { plans } of dirty) if (plans !== 'all' && 'memberId' in plans) ids.add(plans.memberId);
  if (ids.size === 0) return new Map();
  const found = target.of(membersView).find({ _id: { $in: [...ids] } }, { projection: { planIds: 1 } });
  const plansOf = new Map<string, string[]>();
  for await (const member of found) plansOf.set(member._id, member.planIds ?? []);
  return plansOf;
}
