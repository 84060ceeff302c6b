import { FolderSearch } from 'lucide-react';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { referenceOf } from '../../portal/api/base.api';
import { PlainHeader } from '../../portal/page-header/plain-header';
import { PlanLookup } from '../../portal/plan/plan-lookup';
import { Card } from '../../ui/card';
import { MessageBox } from '../../ui/message-box';
import { Bone, EmptyState, ErrorState, Skeleton } from '../../ui/states';
import { Told } from '../../ui/told';
import { usePageTitle } from '../../ui/use-page-title';
import { CampaignsCard } from './campaigns-card';
import { CompaniesCard } from './companies-card';
import { CorrectionDialog, type Asked } from './correction-dialog';
import { usePlanCorrectionsQuery } from './corrections.api';
import { EraseMemberCard } from './erase-member-card';
import { MonthsCard } from './months-card';
import { MoveMemberCard } from './move-member-card';
import { PlanCard } from './plan-card';

export function CorrectionsPage() {
  usePageTitle('Corrections');
  const [search, setSearch] = useSearchParams();
  const planId = search.get('plan');
  const { currentData: plan, isError, error, refetch } = usePlanCorrectionsQuery(planId ?? '', { skip: !planId });
  const [asked, setAsked] = useState<Asked | null>(null);
  const [done, setDone] = useState<string | null>(null);
  const choose = (id: string | null) => {
    setDone(null);
    setSearch(id === null ? {} : { plan: id }, { replace: true });
  };
  return (
    <>
      <PlainHeader
        title="Corrections"
        note="What was recorded wrongly is put right by a new event, and the history keeps both."
      />
      <Card aria-label="Plan to correct" className="mb-4">
        <div className="max-w-md">
          <PlanLookup
            label="Plan"
            value={plan ? { id: plan.id, name: plan.name } : null}
            onChange={(chosen) => choose(chosen?.id ?? null)}
          />
        </div>
      </Card>
      {done !== null && (
        <Told>
          <MessageBox tone="good" stays onClose={() => setDone(null)}>
            {done}
          </MessageBox>
        </Told>
      )}
      {plan ? (
        <div className="grid gap-4">
          <MonthsCard key={plan.id} plan={plan} onAsk={setAsked} />
          <div className="grid gap-4 lg:grid-cols-2 lg:items-start">
            <div className="grid gap-4">
              <PlanCard plan={plan} onAsk={setAsked} />
              <MoveMemberCard key={`move ${plan.id}`} plan={plan} onAsk={setAsked} />
              <EraseMemberCard key={`erase ${plan.id}`} plan={plan} onAsk={setAsked} />
            </div>
            <div className="grid gap-4">
              <CompaniesCard plan={plan} onAsk={setAsked} />
              <CampaignsCard plan={plan} onAsk={setAsked} />
            </div>
          </div>
        </div>
      ) : (
        <Card className="grid min-h-72">
          {!planId ? (
            <EmptyState icon={FolderSearch} title="Please select a plan">
              Then its imported months, employers, campaigns and members can be corrected.
            </EmptyState>
          ) : isError ? (
            <ErrorState
              what="What can be corrected"
              note="Another plan may be chosen above."
              reference={referenceOf(error)}
              onRetry={() => void refetch()}
            />
          ) : (
            <Skeleton label="what can be corrected">
              <Bone className="h-10" />
              <Bone className="mt-4 h-10" />
              <Bone className="mt-4 h-10" />
            </Skeleton>
          )}
        </Card>
      )}
      {asked && (
        <CorrectionDialog
          asked={asked}
          onClose={() => setAsked(null)}
          onDone={(text) => {
            setAsked(null);
            setDone(text);
          }}
        />
      )}
    </>
  );
}
