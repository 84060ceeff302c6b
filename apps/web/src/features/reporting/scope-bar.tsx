import { earliestDay, latestDay } from '@superscope/contracts/csv-columns';
import { CompanyLookup } from '../../portal/lookups/company-lookup';
import { MemberLookup } from '../../portal/members/member-lookup';
import { PlanLookup } from '../../portal/plan/plan-lookup';
import { Card } from '../../ui/card';
import { DateField } from '../../ui/date-field';
import type { useScope } from './use-scope';

/** What reports are about: a plan, an employer, a member, and days. */
export function ScopeBar({ of }: { of: ReturnType<typeof useScope> }) {
  const { scope, choosePlan, chooseCompany, chooseMember } = of;
  const { plan, company, member, from, to } = scope;
  const day = (name: 'from' | 'to') => ({
    min: earliestDay,
    max: latestDay,
    value: scope[name],
    onChange: (value: string | null) => of.chooseDay(name, value),
    onUnread: (is: boolean) => of.noteUnread(name, is),
  });
  const isBackwards = from !== null && to !== null && to < from;
  return (
    <Card
      aria-label="What reports are about"
      className="grid items-start gap-3 sm:grid-cols-2 xl:grid-cols-[minmax(0,4fr)_minmax(0,4fr)_minmax(0,6fr)_minmax(0,3fr)_minmax(0,3fr)]"
    >
      <PlanLookup label="Plan" placeholder="Name of the plan" value={plan} onChange={choosePlan} clears />
      <CompanyLookup value={company} onChange={chooseCompany} planId={plan?.id} clears />
      <MemberLookup member={member} onChange={chooseMember} planId={plan?.id} companyId={company?.id} clears />
      <div className="grid grid-cols-2 gap-3 sm:contents">
        <DateField {...day('from')} label="From" />
        <DateField
          {...day('to')}
          label="To"
          error={isBackwards ? 'The end date cannot be before the start date.' : undefined}
        />
      </div>
    </Card>
  );
}
