import type { SalesforceScheduleAnswer } from '@superscope/contracts/salesforce';
import { CalendarClock, Pencil } from 'lucide-react';
import { useState } from 'react';
import { QueryStates } from '../../portal/records/query-states';
import { useMay } from '../../portal/user/use-may';
import { Button } from '../../ui/button';
import { Card, CardHead } from '../../ui/card';
import { dateTime } from '../../ui/format';
import { listed } from '../../ui/listed';
import { ScheduleDialog } from './schedule.dialog';
import { daysInWords } from './weekdays';
import { useSalesforceScheduleQuery } from './salesforce-exports.api';

const EVERY_MS = 15_000;
type Status = NonNullable<NonNullable<SalesforceScheduleAnswer['last']>['batches'][number]['status']>;
const STATUS_WORDS: Record<Status, string> = {
  STARTING: 'waits',
  STARTED: 'runs',
  STOPPED: 'stopped',
  FAILED: 'failed and is tried again',
  COMPLETED: 'complete',
};

/** When exports begin by themselves, and how the last ones stand. */
export function ScheduleCard() {
  const schedule = useSalesforceScheduleQuery(undefined, { pollingInterval: EVERY_MS, skipPollingIfUnfocused: true });
  const mayChange = useMay('salesforce.schedule');
  const [isEdited, setEdited] = useState(false);
  return (
    <Card aria-label="Exports by themselves" className="mb-4">
      <CardHead
        title="Exports by themselves"
        note="They send everything recorded since the last export, and whatever Salesforce has not accepted."
        right={
          mayChange &&
          schedule.data !== undefined && (
            <Button kind="quiet" icon={Pencil} onClick={() => setEdited(true)}>
              Edit plan
            </Button>
          )
        }
      />
      <QueryStates query={schedule} what="The plan of exports" className="mt-3 min-h-12">
        {(answer) => <Plan answer={answer} />}
      </QueryStates>
      {isEdited && schedule.data !== undefined && (
        <ScheduleDialog schedule={schedule.data} onClose={() => setEdited(false)} />
      )}
    </Card>
  );
}

function Plan({ answer: { plan, next, last } }: { answer: SalesforceScheduleAnswer }) {
  if (plan === null || !plan.isOn)
    return (
      <p className="mt-3 text-base text-ink-2">
        {plan === null ? 'No plan is set.' : 'The plan is off.'} Exports begin only when somebody starts a batch.
      </p>
    );
  return (
    <div className="mt-3 flex items-start gap-2 text-base">
      <CalendarClock size={17} className="mt-0.5 shrink-0 text-good" aria-hidden />
      <div className="grid min-w-0 gap-1">
        <p>
          {daysInWords(plan.days)} at {plan.at} in Sydney,{' '}
          {plan.providerIds === null ? 'all providers together' : `${plan.providerIds.length} providers by themselves`}
          {plan.by !== null && `, in the name of ${plan.by}`}.
        </p>
        <p className="text-ink-2">
          {next !== null && `Next on ${dateTime(next)}. `}
          {last !== null &&
            `Last on ${dateTime(last.due)}: ${listed(last.batches.map(({ provider, batchId, status }) => `${provider === null ? '' : `${provider}, `}${batchId === null ? 'waits to begin' : `batch ${batchId}, ${status === null ? 'begun' : STATUS_WORDS[status]}`}`))}.`}
        </p>
      </div>
    </div>
  );
}
