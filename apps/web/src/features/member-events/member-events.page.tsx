import type { MemberOption } from '@superscope/contracts/member-events';
import { Download, RefreshCw } from 'lucide-react';
import { useState } from 'react';
import { Failure } from '../../portal/api/failure';
import { personText } from '../../portal/members/member-text';
import { PlainHeader } from '../../portal/page-header/plain-header';
import { useStoreDispatch } from '../../portal/state';
import { Button } from '../../ui/button';
import { Segmented } from '../../ui/segmented';
import { usePageTitle } from '../../ui/use-page-title';
import { ExportDialog } from './export.dialog';
import { keptChoices } from './kept-choices';
import { memberEventsApi, useConsultantsQuery } from './member-events.api';
import { NewEventsForm } from './new-events.form';
import { RiskProfiler } from './risk-profiler';
import { TimelineCard } from './timeline';
import { TodayCard } from './today-card';
import { useChosenMember } from './use-chosen-member';

export function MemberEventsPage() {
  usePageTitle('Member events');
  const dispatch = useStoreDispatch();
  const { data: consultants = [], isError, error, isSuccess, refetch } = useConsultantsQuery();
  const { member, memberId, isNamed, choose, failure } = useChosenMember();
  const [isExporting, setExporting] = useState(false);
  const [chosen, setChosen] = useState<string | null>(() => keptChoices()?.consultant ?? null);
  const [isKept, setKept] = useState(chosen !== null);
  const [shows, setShows] = useState<'today' | 'member'>(isNamed ? 'member' : 'today');
  const chooseMember = (next: MemberOption | null) => {
    choose(next);
    setShows(next === null ? 'today' : 'member');
  };
  // A consultant records their own work, unless they choose another consultant.
  const own = consultants.find((one) => one.own)?.id ?? '';
  const consultant = consultants.some(({ id }) => id === chosen) ? chosen! : own;
  const refresh = () => {
    if (isError) void refetch();
    dispatch(memberEventsApi.util.invalidateTags(['MemberEvents', 'Consultants']));
  };
  return (
    <>
      <PlainHeader
        title="Member events"
        note="Record what you did with a member. Events not yet processed can be withdrawn."
        person={member && personText(member)}
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
        <Failure error={error} otherwise="The consultants did not load. Please refresh." className="mb-4" />
      )}
      <Failure error={failure} otherwise="The member did not load. Please refresh." className="mb-4" />
      <div className="grid gap-4 xl:grid-cols-[minmax(0,11fr)_minmax(0,13fr)] xl:items-start">
        <NewEventsForm
          memberId={memberId}
          member={member}
          onMember={chooseMember}
          consultants={consultants}
          consultant={consultant}
          onConsultant={(id) => {
            setChosen(id);
            setKept(false);
          }}
          consultantIsKept={isKept}
          onKept={() => {
            setChosen(consultant);
            setKept(true);
          }}
          onReset={() => {
            chooseMember(null);
            setChosen(null);
            setKept(false);
          }}
        />
        <div className="min-w-0 space-y-3">
          <Segmented
            label="What is shown beside the form"
            options={[
              { value: 'today', label: 'Today' },
              { value: 'member', label: 'This member' },
            ]}
            value={shows}
            onChange={setShows}
          />
          {shows === 'today' ? <TodayCard /> : <TimelineCard member={member} />}
        </div>
      </div>
      {isExporting && <ExportDialog onClose={() => setExporting(false)} />}
    </>
  );
}
