import { CalendarPlus, FolderSearch, ShieldQuestion, Users, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { engagedToggled } from '../page-header/view.slice';
import { PlanPicker } from '../plan/plan-picker';
import { useStoreDispatch } from '../state';
import { Button } from '../../ui/button';
import { Card } from '../../ui/card';
import { Bone, EmptyState, Skeleton } from '../../ui/states';

export const NOT_PUBLISHED = 'Not published, to protect members’ privacy';

export const NoPlan = ({ selectable }: { selectable: boolean }) => (
  <Card className="grid min-h-96">
    <EmptyState
      icon={FolderSearch}
      title="Please select a plan"
      action={selectable && <PlanPicker className="w-80 max-w-full text-left" />}
    >
      {selectable ? 'Type part of its name. Its figures open here.' : 'Your account has no plan yet.'}
    </EmptyState>
  </Card>
);

export const NoFigures = () => (
  <Card className="grid min-h-96">
    <EmptyState icon={CalendarPlus} title="No figures yet">
      They appear here by themselves once the first month of this plan has been imported and published.
    </EmptyState>
  </Card>
);

/** Nothing can be shown of engaged members: what there is to say, and the way back to all. */
export function Unfiltered({
  icon = ShieldQuestion,
  title,
  children,
}: {
  icon?: LucideIcon;
  title: string;
  children: ReactNode;
}) {
  const dispatch = useStoreDispatch();
  return (
    <Card className="grid min-h-96">
      <EmptyState
        icon={icon}
        title={title}
        action={<Button onClick={() => dispatch(engagedToggled(false))}>Clear all</Button>}
      >
        {children}
      </EmptyState>
    </Card>
  );
}

export const NoMembers = () => (
  <Unfiltered icon={Users} title="Filter selection returned no members">
    Remove a filter to see figures again.
  </Unfiltered>
);

export const FewEngaged = () => (
  <Unfiltered title={NOT_PUBLISHED}>
    Figures of engaged members are published where about 11 or more are engaged, and about 11 or more are not.
  </Unfiltered>
);

export const TooFew = () => (
  <Card className="grid min-h-72">
    <EmptyState icon={ShieldQuestion} title={NOT_PUBLISHED}>
      Figures are published of plans with about 11 members or more.
    </EmptyState>
  </Card>
);

export const LoadingPage = () => (
  <Skeleton label="the page">
    <div className="grid gap-4 xl:grid-cols-12">
      <Bone className="h-72 !rounded-lg xl:col-span-5" />
      <Bone className="h-72 !rounded-lg xl:col-span-7" />
    </div>
    <Bone className="mt-8 h-40 !rounded-lg" />
  </Skeleton>
);
