import type { Plan, PlanOption } from '@superscope/contracts/plan';
import { CalendarPlus, FolderSearch, Lock, ShieldQuestion, Users, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { noFilters } from '../filters/filters';
import { useChangeView } from '../view-address/use-view-address';
import { usePlansQuery } from '../plan/plan.api';
import { PlanPicker } from '../plan/plan-picker';
import { useMay } from '../user/use-may';
import { Button } from '../../ui/button';
import { Card } from '../../ui/card';
import { cx } from '../../ui/class-names';
import { number } from '../../ui/format';
import { Bone, EmptyState, Skeleton } from '../../ui/states';

export const NOT_PUBLISHED = 'Not published, to protect members’ privacy';

export const NoPlan = ({ selectable }: { selectable: boolean }) => (
  <Card className="grid min-h-96">
    {selectable ? (
      <ChooseOne />
    ) : (
      <EmptyState icon={FolderSearch} title="Please select a plan">
        Your account has no plan yet.
      </EmptyState>
    )}
  </Card>
);

/** Asks the user to choose a plan. If no plan exists yet, users who may import get a link to the import page. */
function ChooseOne() {
  const { data: plans } = usePlansQuery('');
  const imports = useMay('import-export.read');
  if (plans?.length === 0)
    return (
      <EmptyState
        icon={FolderSearch}
        title="There is no plan yet"
        action={
          imports && (
            <Link to="/staff/importExport" className="font-semibold text-brand hover:underline">
              Import the fund’s files
            </Link>
          )
        }
      >
        {imports ? 'Plans appear here once the fund’s files are imported.' : 'Your account reaches no plan so far.'}
      </EmptyState>
    );
  return (
    <EmptyState
      icon={FolderSearch}
      title="Please select a plan"
      action={
        <div className="w-80 max-w-full text-left">
          <PlanPicker className="w-full" />
          {plans && <InReach plans={plans} />}
        </div>
      }
    >
      Type part of its name, or choose one below. Its figures open here.
    </EmptyState>
  );
}

/** How many of the plans in reach can be chosen without typing. */
const LISTED = 8;

function InReach({ plans }: { plans: readonly PlanOption[] }) {
  const changeView = useChangeView();
  return (
    <>
      <ul aria-label="Plans in your reach" className="mt-3 divide-y rounded-md border bg-surface">
        {plans.slice(0, LISTED).map(({ id, name, members }) => (
          <li key={id}>
            <button
              type="button"
              onClick={() => changeView({ plan: id }, name)}
              className="flex w-full items-baseline gap-3 px-3 py-2 text-left text-base hover:bg-hover pointer-coarse:min-h-11 pointer-coarse:items-center"
            >
              <span className="min-w-0 flex-1 font-medium text-ink">{name}</span>
              {members !== null && members !== undefined && (
                <span className="shrink-0 text-sm text-ink-3">{number(members)} members</span>
              )}
            </button>
          </li>
        ))}
      </ul>
      {plans.length > LISTED && (
        <Link to="/plans" className="link mt-2 inline-block text-base hover:underline">
          All {number(plans.length)} plans
        </Link>
      )}
    </>
  );
}

/** The address names an unknown plan, or one out of the user's reach. Both get the same message. */
export function OutOfReach({ own }: { own: Plan | null }) {
  const changeView = useChangeView();
  return (
    <Card className="grid min-h-96">
      <EmptyState
        icon={Lock}
        title="This plan is out of your reach"
        action={
          own ? (
            <Button onClick={() => changeView({ plan: own.id })}>Show {own.shortName}</Button>
          ) : (
            <PlanPicker className="w-80 max-w-full text-left" />
          )
        }
      >
        The address names a plan that does not exist, or that your account may not see.
      </EmptyState>
    </Card>
  );
}

export const NoFigures = () => (
  <Card className="grid min-h-96">
    <EmptyState icon={CalendarPlus} title="No figures yet">
      They appear here by themselves once the first month of this plan has been imported and published.
    </EmptyState>
  </Card>
);

/** The plan was never loaded: waiting for a month to close would not help. */
export const NeverImported = () => (
  <Card className="grid min-h-96">
    <EmptyState icon={CalendarPlus} title="No figures were imported yet">
      Once the first month of this plan has been imported and published, its pages are made here.
    </EmptyState>
  </Card>
);

/** Replaces the figures if none can be shown for the current filters: the reason, and a button that clears the filters. */
export function Unfiltered({
  icon = ShieldQuestion,
  title,
  children,
}: {
  icon?: LucideIcon;
  title: string;
  children: ReactNode;
}) {
  const changeView = useChangeView();
  return (
    <Card className="grid min-h-96">
      <EmptyState
        icon={icon}
        title={title}
        action={<Button onClick={() => changeView({ engaged: false, filters: noFilters })}>Clear all</Button>}
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

/** The headcount of the filtered members is withheld, and with it every figure about them. */
export const FewMembers = ({ engaged }: { engaged: boolean }) => (
  <Unfiltered title={NOT_PUBLISHED}>
    {engaged
      ? 'Figures of engaged members are published where about 11 or more are engaged, and about 11 or more are not.'
      : 'Figures are published of groups of about 11 members or more, in plans of 30 members or more. Remove a filter to see figures again.'}
  </Unfiltered>
);

export const TooFew = ({ className }: { className?: string }) => (
  <Card className={cx('grid min-h-72', className)}>
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
