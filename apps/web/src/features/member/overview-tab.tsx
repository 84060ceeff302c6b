import type { MemberMonth, MemberOverview } from '@superscope/contracts/member-overview';
import { CalendarClock } from 'lucide-react';
import { Link } from 'react-router';
import { FiledBefore } from '../../portal/members/filed-before';
import { useMemberEventsQuery } from '../../portal/members/members.api';
import { QueryStates } from '../../portal/records/query-states';
import { may } from '../../portal/user/user';
import { useStoreState } from '../../portal/state';
import { Card, CardHead } from '../../ui/card';
import { date, dollars, number, sydneyToday } from '../../ui/format';
import { EmptyState } from '../../ui/states';
import { memberPath } from '../../portal/members/member-path';
import { TimelineList } from './timeline-list';

/** How many entries of the timeline stand here. */
const NEWEST = 6;
const unknown = 'not known';

export function OverviewTab({ member }: { member: MemberOverview }) {
  const user = useStoreState(({ session }) => session.user);
  return (
    <div className="grid grid-cols-1 items-start gap-4 xl:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
      <div className="min-w-0 space-y-4">
        <Figures member={member} />
        <Newest member={member} />
      </div>
      <div className="min-w-0 space-y-4">
        {member.month !== null && <CoverCard month={member.month} member={member} />}
        {may(user, 'consultations.file') && (
          <div className="*:mt-0">
            <FiledBefore memberId={member.id} />
          </div>
        )}
      </div>
    </div>
  );
}

function Figures({ member }: { member: MemberOverview }) {
  const { month } = member;
  return (
    <Card aria-label="Figures" className="overflow-hidden p-0! sm:p-0!">
      {month === null ? (
        <p className="px-5 py-4 text-base text-ink-2">
          No figures of this member in {member.plan.name} are known yet. They come with the plan’s next month.
        </p>
      ) : (
        <dl className="grid grid-cols-1 border-b sm:grid-cols-3">
          <Headline name="Balance" note={`of ${date(month.balancesAsAt)}`}>
            {amount(month.balance)}
          </Headline>
          <Headline
            name="SuperScore"
            note={`of 5, ${month.asAt > sydneyToday() ? 'as at today' : `at ${date(month.asAt)}`}`}
          >
            {month.score === null ? unknown : number(month.score, 2)}
          </Headline>
          <Headline name="Salary" note="a year">
            {amount(month.salary)}
          </Headline>
        </dl>
      )}
      <dl className="grid grid-cols-2 gap-x-4 gap-y-4 px-5 py-4 lg:grid-cols-4">
        <Fact name="Category">{member.category ?? 'none'}</Fact>
        <Fact name="Occupation">{member.occupationalRating ?? unknown}</Fact>
        <Fact name="Gender">{member.gender ?? unknown}</Fact>
        {month !== null && <MonthFacts of={month} />}
      </dl>
    </Card>
  );
}

const MonthFacts = ({ of }: { of: MemberMonth }) => (
  <>
    <Fact name="Nomination">{of.nomination}</Fact>
    <Fact name="Risk profile" note={of.riskProfileOn === null ? undefined : `assessed ${date(of.riskProfileOn)}`}>
      {of.riskProfile ?? 'none'}
    </Fact>
    <Fact name="Pays voluntarily">{yesOrNo(of.paysVoluntarily)}</Fact>
    <Fact name="Contact on file">{contactText(of)}</Fact>
    <Fact
      name="Last logged in"
      note={of.lastConsultationOn === null ? 'no consultation' : `consultation ${date(of.lastConsultationOn)}`}
    >
      {of.lastSignInOn === null ? 'not yet' : date(of.lastSignInOn)}
    </Fact>
  </>
);

const amount = (value: number | null): string => (value === null ? unknown : dollars(value));
const yesOrNo = (value: boolean | null): string => (value === null ? unknown : value ? 'Yes' : 'No');

function contactText({ hasMobile, hasEmail }: MemberMonth): string {
  if (hasMobile === null && hasEmail === null) return unknown;
  const on = [hasMobile === true && 'Mobile', hasEmail === true && 'email'].filter(Boolean).join(', ');
  return on === '' ? 'none' : on[0]!.toUpperCase() + on.slice(1);
}

const Headline = ({ name, note, children }: { name: string; note: string; children: string }) => (
  <div className="border-t px-5 py-4 first:border-t-0 sm:border-l sm:border-t-0 sm:first:border-l-0">
    <dt className="text-base text-ink-2">{name}</dt>
    <dd>
      <span className="tnum block text-xl font-[650] leading-8">{children}</span>
      <span className="block text-sm text-ink-3">{note}</span>
    </dd>
  </div>
);

const Fact = ({ name, note, children }: { name: string; note?: string | undefined; children: string }) => (
  <div className="min-w-0">
    <dt className="text-sm text-ink-3">{name}</dt>
    <dd className="text-base font-semibold wrap-anywhere">
      {children}
      {note !== undefined && <span className="block text-sm font-normal text-ink-3">{note}</span>}
    </dd>
  </div>
);

function Newest({ member }: { member: MemberOverview }) {
  const query = useMemberEventsQuery(member.id);
  return (
    <section aria-label="Timeline" className="card overflow-hidden">
      <div className="px-5 py-4">
        <CardHead title="Timeline" note="Newest first: what was done, by whom, and what was found" />
      </div>
      <QueryStates query={query} what="The timeline" className="min-h-56 p-5">
        {(events) =>
          events.length === 0 ? (
            <EmptyState icon={CalendarClock} title="Nothing is recorded yet" className="min-h-40">
              What is recorded for this member stands here.
            </EmptyState>
          ) : (
            <>
              <TimelineList events={events.slice(0, NEWEST)} filedOf={member.id} />
              {events.length > NEWEST && (
                <div className="border-t px-5 py-3">
                  <Link to={memberPath(member.id, 'timeline')} className="text-base font-semibold text-brand">
                    {number(events.length - NEWEST)} earlier
                  </Link>
                </div>
              )}
            </>
          )
        }
      </QueryStates>
    </section>
  );
}

function CoverCard({ month, member }: { month: MemberMonth; member: MemberOverview }) {
  const rows: [string, number | null, string][] = [
    ['Death', month.deathCover, ''],
    ['Total and permanent disablement', month.tpdCover, ''],
    ['Salary continuance', month.sciCover, ' a month'],
  ];
  return (
    <section aria-label="Cover" className="card overflow-hidden">
      <div className="px-5 py-4">
        <CardHead
          title={member.leftOn === null ? 'Cover now' : 'Cover at last'}
          note={`of ${date(month.balancesAsAt)}`}
        />
      </div>
      <dl>
        {rows.map(([name, cover, per]) => (
          <div key={name} className="flex gap-3 border-t px-5 py-2.5 text-base">
            <dt className="min-w-0 flex-1">{name}</dt>
            <dd className="tnum font-semibold">
              {cover === null ? unknown : cover === 0 ? 'none' : `${dollars(cover)}${per}`}
            </dd>
          </div>
        ))}
      </dl>
      <p className="border-t px-5 py-3">
        <Link to={memberPath(member.id, 'cover')} className="text-base font-semibold text-brand">
          Premiums and quotations
        </Link>
      </p>
    </section>
  );
}
