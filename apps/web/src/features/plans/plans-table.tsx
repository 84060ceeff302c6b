import type { PlanSummary } from '@superscope/contracts/plans-overview';
import { TriangleAlert } from 'lucide-react';
import { Link, useNavigate } from 'react-router';
import { cell, withheldCell, type Cell } from '../../portal/analytics/result';
import { areas } from '../../portal/figures/scored-areas';
import { CountFigure, Figure } from '../../portal/figures/figure';
import { NoClearChange } from '../../portal/figures/no-clear-change';
import { usualChoice } from '../../portal/slices/view.slice';
import { writeAddress } from '../../portal/view-address/view-address';
import { planChosen } from '../../portal/slices/current-plan.slice';
import { payrollText } from '../../portal/plan/payroll';
import type { RecordColumn } from '../../portal/records/record-columns';
import { Records } from '../../portal/records/record-table';
import { useAddressOrder } from '../../portal/records/use-address-order';
import { useMay } from '../../portal/user/use-may';
import { useStoreDispatch } from '../../portal/state';
import { cx } from '../../ui/class-names';
import { Delta } from '../../ui/delta';
import { date, month, number } from '../../ui/format';
import { WholeName } from '../../ui/whole-name';

/** The columns that the table sorts by, by their names in the address. */
const SORTED = {
  name: 'Plan',
  members: 'Members',
  score: 'Plan SuperScore',
  change: 'Change',
  attention: 'Areas that need attention',
  payroll: 'Payroll',
};

/** The address can be shared, and opens the same plan in another tab. */
const dashboardOf = ({ id }: PlanSummary) => `/dashboard${writeAddress('', { plan: id, ...usualChoice })}`;

const isPublished = ({ month: newest }: PlanSummary) => newest !== null;

/** For Admins, who set it on the corrections page. */
const payrollColumn: RecordColumn<PlanSummary> = {
  head: SORTED.payroll,
  cell: ({ payroll }) => payroll && payrollText[payroll],
  sort: ({ payroll }) => payroll && payrollText[payroll],
  className: 'min-w-36',
};

const columnsOf = (choose: (plan: PlanSummary) => void, seesPayroll: boolean): readonly RecordColumn<PlanSummary>[] => [
  {
    head: SORTED.name,
    names: true,
    cell: (plan) => <Plan of={plan} onChoose={() => choose(plan)} />,
    sort: ({ name }) => name.toLowerCase(),
    className: 'min-w-36',
  },
  {
    head: SORTED.members,
    right: true,
    cell: ({ month: newest, members, withheld }) =>
      newest !== null && <CountFigure count={cellOf(members, withheld.members)} />,
    sort: ({ members, withheld }) => members ?? (withheld.members === '<11' ? 0 : null),
    listed: isPublished,
    className: 'whitespace-nowrap',
  },
  {
    head: SORTED.score,
    right: true,
    cell: ({ month: newest, score, withheld }) =>
      newest !== null && (
        <Figure cell={cellOf(score, withheld.score)} format={(value) => number(value, 2)} className="font-semibold" />
      ),
    sort: ({ score }) => score,
    listed: isPublished,
    className: 'whitespace-nowrap',
  },
  {
    head: SORTED.change,
    note: 'over 12 months',
    right: true,
    cell: (plan) => isPublished(plan) && <Change of={plan} />,
    // An unclear change counts as none.
    sort: ({ change }) => change && (change.clear ? change.by : 0),
    listed: isPublished,
    className: 'whitespace-nowrap',
  },
  {
    head: SORTED.attention,
    cell: (plan) => isPublished(plan) && <Attention areas={plan.attention} />,
    sort: ({ attention }) => attention && attention.length,
    listed: isPublished,
    className: 'min-w-56',
  },
  ...(seesPayroll ? [payrollColumn] : []),
];

/** The plans in reach; a row opens the dashboard of its plan. Plans of equal figures stand by name. */
export function PlansTable({ plans, dimmed }: { plans: readonly PlanSummary[]; dimmed: boolean }) {
  const order = useAddressOrder(SORTED);
  const seesPayroll = useMay('corrections.write');
  const dispatch = useStoreDispatch();
  const navigate = useNavigate();
  const choose = ({ id, name }: PlanSummary) => dispatch(planChosen({ id, name }));
  return (
    <section aria-label="Plans in reach" className={cx('card settle overflow-hidden', dimmed && 'opacity-60')}>
      <Records
        label="Plans"
        rows={plans.toSorted((a, b) => a.name.localeCompare(b.name))}
        idOf={({ id }) => id}
        columns={columnsOf(choose, seesPayroll)}
        {...order}
        onRow={(plan) => {
          choose(plan);
          void navigate(dashboardOf(plan));
        }}
      />
    </section>
  );
}

const Plan = ({ of: plan, onChoose }: { of: PlanSummary; onChoose: () => void }) => (
  <>
    <WholeName name={plan.name}>
      <Link
        to={dashboardOf(plan)}
        onClick={onChoose}
        className="block max-w-72 truncate rounded-sm font-medium text-brand hover:underline pointer-coarse:min-h-11 pointer-coarse:leading-[44px]"
      >
        {plan.name}
      </Link>
    </WholeName>
    <p className="text-sm text-ink-3">
      {plan.platform}
      {plan.closedOn !== null && ` · closed from ${date(plan.closedOn)}`}
    </p>
    {!isPublished(plan) && <p className="text-sm text-ink-3">No month is published yet.</p>}
  </>
);

const cellOf = (value: number | null, because: 'np' | '<11' | undefined): Cell =>
  because === undefined ? cell(value) : withheldCell(because);

function Change({ of: { change } }: { of: PlanSummary }) {
  if (change === null) return <span className="text-ink-3">–</span>;
  if (!change.clear) return <NoClearChange className="text-ink-3" />;
  return (
    <>
      <Delta value={change.by} unit="" digits={2} />
      <span className="sr-only">since {month(change.since)}</span>
    </>
  );
}

function Attention({ areas: keys }: { areas: PlanSummary['attention'] }) {
  if (keys === null) return <span className="text-ink-3">–</span>;
  if (keys.length === 0) return <span className="text-ink-3">None</span>;
  const names = areas.filter(({ key }) => keys.includes(key)).map(({ name }) => name);
  return (
    <span className="flex items-start gap-1.5">
      <TriangleAlert size={16} className="mt-0.5 shrink-0 text-attention" aria-hidden />
      <span>
        <span className="font-semibold text-attention">{keys.length}</span>
        <span className="text-ink-2"> · {names.join(', ')}</span>
      </span>
    </span>
  );
}
