import { Download, RefreshCw } from 'lucide-react';
import { useState } from 'react';
import { messageOf, referenceOf } from '../../portal/api/base.api';
import { PlainHeader } from '../../portal/page-header/plain-header';
import { useStoreDispatch } from '../../portal/state';
import { Button } from '../../ui/button';
import { MessageBox } from '../../ui/message-box';
import { Reference } from '../../ui/states';
import { usePageTitle } from '../../ui/use-page-title';
import { ExportDialog } from './export.dialog';
import { memberEventsApi, useConsultantsQuery } from './member-events.api';
import { NewEventsForm } from './new-events.form';
import { RiskProfiler } from './risk-profiler';
import { TimelineCard } from './timeline';
import { useChosenMember } from './use-chosen-member';

export function MemberEventsPage() {
  usePageTitle('Member events');
  const dispatch = useStoreDispatch();
  const { data: consultants = [], isError, error, isSuccess, refetch } = useConsultantsQuery();
  const { member, choose, problem } = useChosenMember();
  const [isExporting, setExporting] = useState(false);
  const [chosen, setChosen] = useState<string | null>(null);
  // A consultant records their own work, unless they choose another consultant.
  const own = consultants.find((one) => one.own)?.id ?? '';
  const consultant = chosen ?? own;
  const refresh = () => {
    if (isError) void refetch();
    dispatch(memberEventsApi.util.invalidateTags(['MemberEvents', 'Consultants']));
  };
  return (
    <>
      <PlainHeader
        title="Member events"
        note="Record what you did with a member. Events not yet processed can be withdrawn."
        right={
          <div className="flex flex-wrap gap-2">
            <RiskProfiler member={member?.erased ? null : member} consultant={consultant} />
            <Button icon={Download} onClick={() => setExporting(true)}>
              Save as CSV
            </Button>
            <Button icon={RefreshCw} onClick={refresh}>
              Refresh
            </Button>
          </div>
        }
      />
      {isError && !isSuccess && (
        <div className="mb-4">
          <MessageBox tone="danger">
            {messageOf(error) ?? 'The consultants did not load. Please refresh.'}
            <Reference id={referenceOf(error)} className="mt-1" />
          </MessageBox>
        </div>
      )}
      {problem !== null && (
        <div className="mb-4">
          <MessageBox tone="danger">{problem}</MessageBox>
        </div>
      )}
      <div className="grid gap-4 xl:grid-cols-[minmax(0,11fr)_minmax(0,13fr)] xl:items-start">
        <NewEventsForm
          member={member}
          onMember={choose}
          consultants={consultants}
          consultant={consultant}
          onConsultant={setChosen}
          onReset={() => {
            choose(null);
            setChosen(null);
          }}
        />
        <TimelineCard member={member} />
      </div>
      {isExporting && <ExportDialog onClose={() => setExporting(false)} />}
    </>
  );
}
