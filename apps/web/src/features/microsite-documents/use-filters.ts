import type { CompanyOption } from '@superscope/contracts/lookups';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { usePlanGroupsQuery, usePlanQuery } from '../../portal/plan/plan.api';
import { usePlatformsQuery } from '../../portal/platforms/platforms.api';
import { keepsPlace } from '../../portal/scroll/keeps-place';

export interface Chosen {
  id: string;
  name: string;
}

export interface ChosenFilters {
  platform: Chosen | null;
  plan: Chosen | null;
  employer: Chosen | null;
}

/** What the page is about, which its address holds. A platform clears plan and employer, a plan clears the employer. */
export function useFilters() {
  const [address, setAddress] = useSearchParams();
  const [platformId, planId, companyId] = ['platform', 'plan', 'employer'].map((name) => address.get(name) || null);
  const [found, setFound] = useState<CompanyOption | null>(null);
  const { data: platforms } = usePlatformsQuery(undefined, { skip: !platformId });
  const { currentData: plan } = usePlanQuery(planId ?? '', { skip: !planId });
  const isFound = found !== null && found.id === companyId;
  const { currentData: groups } = usePlanGroupsQuery(planId ?? '', { skip: !planId || !companyId || isFound });
  const platform = platformId || plan?.platform.id;
  const chosen: ChosenFilters = {
    platform: platform
      ? { id: platform, name: platforms?.find(({ id }) => id === platform)?.name ?? plan?.platform.name ?? platform }
      : null,
    plan: planId ? { id: planId, name: plan?.name ?? planId } : null,
    employer:
      planId && companyId
        ? isFound
          ? { id: found.id, name: found.name }
          : { id: companyId, name: groups?.companies.find(({ value }) => value === companyId)?.label ?? companyId }
        : null,
  };
  const go = ({ platform: to, plan: toPlan, employer }: ChosenFilters) => {
    const next = new URLSearchParams();
    if (to) next.set('platform', to.id);
    if (toPlan) next.set('plan', toPlan.id);
    if (employer) next.set('employer', employer.id);
    setAddress(next, { replace: true, state: keepsPlace });
  };
  return {
    chosen,
    choosePlatform: (to: Chosen | null) => go({ platform: to, plan: null, employer: null }),
    choosePlan: (to: Chosen | null) => go({ ...chosen, plan: to, employer: null }),
    /** An employer that is found without a plan brings its own, and with it the plan's platform. */
    chooseEmployer: (to: CompanyOption | null) => {
      setFound(to);
      go(
        to === null || to.plan.id === chosen.plan?.id
          ? { ...chosen, employer: to }
          : { platform: null, plan: to.plan, employer: to },
      );
    },
  };
}
