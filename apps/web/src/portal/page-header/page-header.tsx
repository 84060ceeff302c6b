import { ArrowLeft, ChevronDown } from 'lucide-react';
import { useCallback, useEffect, useState, type ReactNode } from 'react';
import { Link, useLocation } from 'react-router';
import { cx } from '../../ui/class-names';
import { useShownToday } from '../as-of/use-as-of';
import { date, sydneyToday } from '../../ui/format';
import { HelpedSwitch } from '../../ui/switch';
import { WholeName } from '../../ui/whole-name';
import { CompareSelector } from '../compare/compare-selector';
import { refusedEngaged } from '../filters/filter-rules';
import type { FilterColumn } from '../filters/filters';
import { monthOf } from '../period/period';
import { PeriodSelector } from '../period/period-selector';
import { CHOSEN_PLAN_ID, PlanPicker } from '../plan/plan-picker';
import { returns, useKeepsPlace } from '../scroll/keeps-place';
import { useStoreDispatch } from '../state';
import { AudienceSwitch, ExactBanner } from './exact-view';
import { ReadersNote } from './readers-note';
import type { PageView } from './use-page-view';
import { useChangeView, useViewLink } from '../view-address/use-view-address';
import { exactChosen } from '../slices/view.slice';

const ENGAGED_HELP = 'Only include members who have engaged, online or in a consultation, in the last 12 months.';

interface Props {
  title: string;
  view: PageView;
  /** Columns that charts of the page are broken down by. */
  breakdowns: readonly FilterColumn[];
  /** The page is about all members of the plan: nothing but the period can be chosen. */
  ofWholePlan?: boolean;
  /** The button of the page's filter, the first of the controls. */
  filter?: ReactNode;
  /** Drawn beside the controls. */
  actions?: ReactNode;
}

/** Title, plan, date and filters: the same on every page of figures. */
export function PageHeader({ title, view, breakdowns, ofWholePlan = false, filter, actions }: Props) {
  const { pathname } = useLocation();
  const linkTo = useViewLink();
  const today = useShownToday();
  const isToday = today === sydneyToday();
  return (
    <div className={cx('mb-5', ofWholePlan && 'print:hidden')}>
      {pathname !== '/dashboard' && (
        <Link
          to={linkTo('/dashboard')}
          state={returns}
          className="mb-1.5 inline-flex items-center gap-1 text-sm font-medium text-brand hover:underline pointer-coarse:min-h-11 print:hidden"
        >
          <ArrowLeft size={15} aria-hidden />
          Dashboard
        </Link>
      )}
      <div className="flex flex-col gap-3 xl:flex-row xl:flex-wrap xl:items-end xl:gap-y-2">
        <h1 className="min-w-0 grow text-[26px] font-[650] leading-8 tracking-[-0.015em]">{title}</h1>
        {/* On wide screens the line is below the controls, which stand beside the title, so nothing below it moves. */}
        <div
          className={cx(
            '-mt-2.5 flex min-h-5 flex-wrap content-start items-center gap-x-3 gap-y-1 text-md text-ink-2 xl:order-last xl:-mt-1 xl:basis-full',
            // On phones the date stands below the name of most plans.
            view.isLoading && 'max-sm:min-h-[46px]',
          )}
        >
          <PlanName view={view} />
          {view.planName !== null && <span className="hidden h-4 w-px bg-line-strong/50 sm:block" aria-hidden />}
          {/* A page of now has one date, that of its figures; a page of the past also that of its moment. */}
          {(view.figuresOf === null || !isToday) && (
            <span>
              {isToday ? 'As at today, ' : 'As at '}
              {date(today)}
            </span>
          )}
          {view.figuresOf !== null && <span>Figures of {date(view.figuresOf)}</span>}
          {view.quarterEnds && (
            <span className="rounded-full border border-brand-line bg-brand-soft px-2 text-sm font-medium text-brand">
              Quarter ends
            </span>
          )}
          {view.audience === 'staff' && view.plan?.balancesAsAt && (
            <span className="text-base text-ink-3">Balances of {date(view.plan.balancesAsAt)}</span>
          )}
        </div>
        <Controls view={view} breakdowns={breakdowns} ofWholePlan={ofWholePlan} filter={filter} actions={actions} />
      </div>
      {view.audience === 'staff' ? (
        <ExactBanner />
      ) : (
        (view.plan || view.isLoading) && <ReadersNote changes={changesText(view)} />
      )}
    </div>
  );
}

/** From when changes are measured, or that the period has nothing to measure them from. Empty until the period is known. */
function changesText({ view }: PageView): string {
  if (view === null) return '';
  const last = view.dateRange[1];
  return monthOf(view.since) === monthOf(last)
    ? 'The period has one month of figures, so there is nothing to compare them with. '
    : `Changes are since ${date(view.since)}, the end of the period’s first month. ‘pp’ means percentage points. `;
}

/** The controls of the page: audience, filter, engaged, period, comparison and the page's own. */
function Controls({ view, breakdowns, ofWholePlan, filter, actions }: Omit<Props, 'title'>) {
  const dispatch = useStoreDispatch();
  const changeView = useChangeView();
  const { period, periods, audience, engaged } = view;
  const loading = !period && view.isLoading;
  // The switch stays while the other audience's figures load, because it has the keyboard focus.
  const switchable = view.switchable && view.plan?.lastMonth != null;
  if (!period && !loading && !engaged && !switchable) return actions;
  return (
    <div className="flex flex-wrap items-center gap-2 sm:gap-2.5">
      {switchable && (
        <div className="contents print:hidden">
          <AudienceSwitch exact={audience === 'staff'} onChange={(exact) => dispatch(exactChosen(exact))} />
        </div>
      )}
      {/* On narrow screens the controls are above the figures. Their height is reserved, so that the figures do not jump. */}
      {filter}
      {loading && view.switchable && !switchable && <div className={cx(PLACE, 'sm:hidden')} />}
      {loading && <div className={PLACE} />}
      {loading && !ofWholePlan && <div className={cx(PLACE, 'min-[375px]:hidden')} />}
      {!ofWholePlan && (period || (engaged && !loading)) && (
        <div className={cx('contents', !engaged && 'print:hidden')}>
          <HelpedSwitch
            label="Engaged"
            help={ENGAGED_HELP}
            selected={engaged}
            refused={refusedEngaged(view, { breakdowns })}
            onChange={(on) => changeView({ engaged: on })}
          />
        </div>
      )}
      {period && <PeriodSelector options={periods} selected={period} onChange={(key) => changeView({ period: key })} />}
      {period && view.compares.length > 0 && (
        <div className={cx('contents', view.compare === null && 'print:hidden')}>
          <CompareSelector
            options={view.compares}
            selected={view.compare}
            onChange={(key) => changeView({ compare: key })}
          />
        </div>
      )}
      {actions}
    </div>
  );
}
const PLACE = 'h-9 w-full sm:w-px pointer-coarse:h-11';

/** The plan's name. For users who may choose a plan, it is a button that turns into the picker. */
function PlanName({ view }: { view: PageView }) {
  const [picking, setPicking] = useState(false);
  const close = useCallback(() => setPicking(false), []);
  const { state: step } = useLocation();
  const isPicked = useKeepsPlace() && (step as { planName?: string }).planName !== undefined;
  const shown = view.planName !== null && !picking;
  useEffect(() => {
    // The picker had the keyboard focus and is gone. Restores the focus, unless it has moved elsewhere already.
    if (isPicked && shown && document.activeElement === document.body) document.getElementById(CHOSEN_PLAN_ID)?.focus();
  }, [isPicked, shown, step]);
  if (view.planName === null) return null;
  if (!view.selectable) {
    return (
      <span className="max-w-full truncate font-semibold text-ink sm:max-w-96" title={view.planName}>
        {view.planName}
      </span>
    );
  }
  if (picking) return <PlanPicker autoFocus onClose={close} className="w-80 max-w-full" />;
  return (
    <WholeName name={view.planName}>
      <button
        id={CHOSEN_PLAN_ID}
        type="button"
        onClick={() => setPicking(true)}
        aria-label={`${view.planName}: choose another plan`}
        className="inline-flex min-w-0 max-w-full items-center gap-1 rounded-sm text-left font-semibold text-brand hover:underline sm:max-w-96 pointer-coarse:min-h-11"
      >
        <span className="min-w-0 truncate">{view.planName}</span>
        <ChevronDown size={16} className="shrink-0" aria-hidden />
      </button>
    </WholeName>
  );
}
