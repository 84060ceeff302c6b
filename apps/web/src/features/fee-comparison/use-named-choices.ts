import { useState } from 'react';
import { useRememberedMemberQuery } from '../../portal/calculator/remembered-member.api';
import { usePlanQuery } from '../../portal/plan/plan.api';
import { usePlatformsQuery } from '../../portal/platforms/platforms.api';
import { usePlatformAssetsQuery } from '../../portal/fees/fees.api';
import type { NamedChoices } from './fee-form';

const platformIn = (planId: string) => planId.slice(0, planId.indexOf('.'));

/**
 * What an address names by ids, with names. Null while they are read. The member is read in any case, because they may have left, or be out
 * of reach, since the address was made: `error` says why there is none.
 */
export function useNamedChoices(address: URLSearchParams): { named: NamedChoices | null; error: unknown } {
  const [asked] = useState(address);
  const isNew = asked.get('who') === 'new';
  const [memberId, planId, platformId, otherId] = ['member', 'ofPlan', 'platform', 'other'].map((name) =>
    asked.get(name),
  );
  const assetId = isNew && planId ? asked.get('investment') : null;
  const member = useRememberedMemberQuery(memberId ?? '', { skip: !memberId || isNew });
  const plan = usePlanQuery(planId ?? '', { skip: !planId });
  const platforms = usePlatformsQuery(undefined, { skip: !platformId });
  const others = usePlatformAssetsQuery(
    { platformId: platformId ?? '', name: '', excludeChoice: false },
    { skip: !platformId },
  );
  const assets = usePlatformAssetsQuery(
    { platformId: platformIn(planId ?? ''), name: '', excludeChoice: true },
    { skip: !assetId },
  );
  const isReading = [member, plan, platforms, others, assets].some(
    ({ isUninitialized, isSuccess, isError }) => !isUninitialized && !isSuccess && !isError,
  );
  if (isReading) return { named: null, error: undefined };
  const isIn = (id: string | null | undefined) => (each: { id: string }) => each.id === id;
  return {
    error: member.error,
    named: {
      member: member.data === undefined || member.data.erased ? null : member.data,
      plan: plan.data === undefined ? null : { id: plan.data.id, name: plan.data.name },
      platform: platforms.data?.find(isIn(platformId)) ?? null,
      other: others.data?.find(isIn(otherId)) ?? null,
      asset: assets.data?.find(isIn(assetId)) ?? null,
    },
  };
}
