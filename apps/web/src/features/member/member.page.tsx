import type { MemberOverview } from '@superscope/contracts/member-overview';
import { FolderSearch, Lock } from 'lucide-react';
import { Link, useNavigate, useParams } from 'react-router';
import { NotLoaded } from '../../portal/api/not-loaded';
import { isUnknown } from '../../portal/api/base.api';
import { MemberLookup } from '../../portal/members/member-lookup';
import { memberPath } from '../../portal/members/member-path';
import { personText } from '../../portal/members/member-text';
import { PlainHeader } from '../../portal/page-header/plain-header';
import { useCarrying, useNotCarrying } from '../../portal/session/carried-member';
import { keepsPlace } from '../../portal/scroll/keeps-place';
import { useStoreState } from '../../portal/state';
import { Card } from '../../ui/card';
import { cx } from '../../ui/class-names';
import { Bone, EmptyState, Skeleton } from '../../ui/states';
import { usePageTitle } from '../../ui/use-page-title';
import { AdviceTab } from './advice-tab';
import { ConsultationsTab } from './consultations-tab';
import { CoverTab } from './cover-tab';
import { FeesTab } from './fees-tab';
import { LookedTab } from './looked-tab';
import { MemberHead } from './member-head';
import { TABS, tabsFor, type Tab } from './member-tabs';
import { useMemberOverviewQuery } from './member.api';
import { OverviewTab } from './overview-tab';
import { TimelineTab } from './timeline-tab';

/** All about the member whom the address names by the inner id, or a lookup to open one. */
export function MemberPage() {
  const { memberId, tab } = useParams();
  if (memberId === undefined) return <FindMember />;
  return <OneMemberPage key={memberId} memberId={memberId} tab={tab} />;
}

function FindMember() {
  usePageTitle('Members');
  const navigate = useNavigate();
  return (
    <>
      <PlainHeader title="Members" note="All about one member in one place. Opening a member is in the access log." />
      <Card className="max-w-2xl">
        <MemberLookup
          autoFocus
          member={null}
          onChange={(member) => member !== null && void navigate(memberPath(member.id))}
        />
        <EmptyState icon={FolderSearch} title="No member is open" className="min-h-52">
          Find a member by name, number, birth date, login or employer.
        </EmptyState>
      </Card>
    </>
  );
}

function OneMemberPage({ memberId, tab }: { memberId: string; tab: string | undefined }) {
  const { data: member, isError, error, refetch } = useMemberOverviewQuery(memberId);
  usePageTitle(member === undefined ? 'Member' : personText(member));
  const isGone = isUnknown(error) || member?.erased === true;
  useCarrying(isGone ? undefined : member?.id);
  useNotCarrying(isGone);
  if (isUnknown(error))
    return (
      <Card className="grid min-h-96">
        <EmptyState
          icon={Lock}
          as="h1"
          title="There is no such member"
          action={
            <Link to="/staff/members" className="font-semibold text-brand">
              Find a member
            </Link>
          }
        >
          The address names a member who does not exist, or whom your account may not see.
        </EmptyState>
      </Card>
    );
  if (member === undefined)
    return isError ? (
      <Card className="grid min-h-96">
        <NotLoaded what="The member" error={error} onRetry={() => void refetch()} />
      </Card>
    ) : (
      <Skeleton label="the member">
        <Bone className="h-8 w-64" />
        <Bone className="mt-3 h-5 w-96 max-w-full" />
        <Bone className="mt-8 h-64" />
      </Skeleton>
    );
  return <Known member={member} asked={tab} />;
}

function Known({ member, asked }: { member: MemberOverview; asked: string | undefined }) {
  const user = useStoreState(({ session }) => session.user);
  const tabs = tabsFor(user, member);
  const tab = tabs.find((one) => one === (asked ?? 'overview')) ?? tabs[0]!;
  return (
    <>
      <MemberHead member={member} />
      <nav aria-label="About the member" className="mb-4 flex gap-1 overflow-x-auto border-b print:hidden">
        {tabs.map((one) => (
          <Link
            key={one}
            to={memberPath(member.id, one)}
            replace
            state={keepsPlace}
            aria-current={one === tab ? 'page' : undefined}
            className={cx(
              'settle -mb-px inline-flex min-h-10 items-center whitespace-nowrap border-b-2 px-3 text-base font-semibold pointer-coarse:min-h-11',
              one === tab ? 'border-brand text-brand' : 'border-transparent text-ink-2 hover:text-ink',
            )}
          >
            {TABS[one]}
          </Link>
        ))}
      </nav>
      <Content tab={tab} member={member} />
    </>
  );
}

function Content({ tab, member }: { tab: Tab; member: MemberOverview }) {
  if (tab === 'overview') return <OverviewTab member={member} />;
  if (tab === 'timeline') return <TimelineTab member={member} />;
  if (tab === 'fees') return <FeesTab member={member} />;
  if (tab === 'cover') return <CoverTab member={member} />;
  if (tab === 'consultations') return <ConsultationsTab member={member} />;
  if (tab === 'advice') return <AdviceTab member={member} />;
  return <LookedTab memberId={member.id} />;
}
