import { useState } from 'react';
import { MessageBox } from '../../ui/message-box';
import { Told } from '../../ui/told';
import { CampaignsCard } from './campaigns-card';
import { CompaniesCard } from './companies-card';
import { CorrectionDialog, type Asked } from './correction-dialog';
import { usePlanCorrectionsQuery } from './corrections.api';
import { EraseMemberCard } from './erase-member-card';
import { MonthsCard } from './months-card';
import { MoveMemberCard } from './move-member-card';
import { PayrollCard } from './payroll-card';
import { PlanCard } from './plan-card';
import { RecordPage, useRecordPlan } from '../../portal/records/record-page';

export function CorrectionsPage() {
  const plan = useRecordPlan();
  const corrections = usePlanCorrectionsQuery(plan.planId ?? '', { skip: plan.planId === null });
  const [asked, setAsked] = useState<Asked | null>(null);
  const [done, setDone] = useState<string | null>(null);
  const choose = (id: string | null) => {
    setDone(null);
    plan.choose(id);
  };
  return (
    <>
      <RecordPage
        title="Corrections"
        note="What was recorded wrongly is put right by a new event, and the history keeps both."
        label="Plan to correct"
        plan={{ ...plan, choose }}
        query={{ ...corrections, data: corrections.currentData }}
        what="What can be corrected"
        prompt="Then its imported months, employers, campaigns and members can be corrected."
        told={
          done !== null && (
            <Told>
              <MessageBox tone="good" stays onClose={() => setDone(null)}>
                {done}
              </MessageBox>
            </Told>
          )
        }
      >
        {(record) => (
          <div className="grid gap-4">
            <MonthsCard key={record.id} plan={record} onAsk={setAsked} />
            <div className="grid gap-4 lg:grid-cols-2 lg:items-start">
              <div className="grid gap-4">
                <PlanCard plan={record} onAsk={setAsked} />
                <MoveMemberCard key={`move ${record.id}`} plan={record} onAsk={setAsked} />
                <EraseMemberCard key={`erase ${record.id}`} plan={record} onAsk={setAsked} />
              </div>
              <div className="grid gap-4">
                <PayrollCard plan={record} onAsk={setAsked} />
                <CompaniesCard plan={record} onAsk={setAsked} />
                <CampaignsCard plan={record} onAsk={setAsked} />
              </div>
            </div>
          </div>
        )}
      </RecordPage>
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
