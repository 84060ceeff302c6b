import type { MemberEvent } from '@superscope/contracts/member-events';
import type { MemberOverview } from '@superscope/contracts/member-overview';
import { CalendarClock, FilterX } from 'lucide-react';
import { useState } from 'react';
import { kindOf } from '../../portal/members/event-text';
import { useMemberEventsQuery } from '../../portal/members/members.api';
import { QueryStates } from '../../portal/records/query-states';
import { Button } from '../../ui/button';
import { CardHead } from '../../ui/card';
import { number } from '../../ui/format';
import { SelectField } from '../../ui/select-field';
import { EmptyState } from '../../ui/states';
import { TimelineList } from './timeline-list';

/** How many entries are drawn at first, and with each press. */
const STEP = 50;

export function TimelineTab({ member }: { member: MemberOverview }) {
  const query = useMemberEventsQuery(member.id);
  return (
    <section aria-label="Timeline" className="card overflow-hidden">
      <QueryStates query={query} what="The timeline" className="min-h-56 p-5">
        {(events) => <Timeline events={events} member={member} />}
      </QueryStates>
    </section>
  );
}

function Timeline({ events, member }: { events: readonly MemberEvent[]; member: MemberOverview }) {
  const [kind, setKind] = useState('');
  const [most, setMost] = useState(STEP);
  const kinds = [...new Set(events.map(({ eventType }) => eventType))].map((eventType): [string, string] => [
    eventType,
    kindOf({ eventType }).name,
  ]);
  const shown = events.filter(({ eventType }) => kind === '' || eventType === kind);
  return (
    <>
      <div className="px-5 py-4">
        <CardHead
          title="Timeline"
          note="Newest first: what was done, by whom, and what was found"
          stacks
          right={
            kinds.length > 1 && (
              <div className="w-full sm:w-64">
                <SelectField
                  label="Kind"
                  value={kind}
                  onChange={(next) => {
                    setKind(next);
                    setMost(STEP);
                  }}
                  options={[
                    { value: '', label: `All kinds (${kinds.length})` },
                    ...kinds
                      .toSorted(([, a], [, b]) => a.localeCompare(b, 'en-AU'))
                      .map(([value, label]) => ({ value, label })),
                  ]}
                />
              </div>
            )
          }
        />
      </div>
      {shown.length === 0 ? (
        kind === '' ? (
          <EmptyState icon={CalendarClock} title="Nothing is recorded yet" className="min-h-56">
            {member.erased ? 'This member was erased.' : 'What is recorded for this member stands here.'}
          </EmptyState>
        ) : (
          // The last of a kind may be withdrawn meanwhile.
          <EmptyState
            icon={FilterX}
            title="None of this kind"
            className="min-h-56"
            action={<Button onClick={() => setKind('')}>Show all kinds</Button>}
          />
        )
      ) : (
        <TimelineList events={shown.slice(0, most)} filedOf={member.erased ? null : member.id} />
      )}
      {shown.length > most && (
        <div className="border-t px-5 py-3">
          <Button kind="quiet" onClick={() => setMost(most + STEP)}>
            {number(shown.length - most)} earlier
          </Button>
        </div>
      )}
    </>
  );
}
