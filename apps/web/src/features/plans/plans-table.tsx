import type { PlanSummary } from '@superscope/contracts/plans-overview';
import { ArrowDown, ArrowUp, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link, useNavigate } from 'react-router';
import { cell, withheldCell, type Cell } from '../../portal/analytics/result';
import { areas } from '../../portal/figures/scored-areas';
import { Figure } from '../../portal/figures/figure';
import { NoClearChange } from '../../portal/figures/no-clear-change';
import { usualChoice, writeAddress } from '../../portal/page-header/view-address';
import { planChosen } from '../../portal/plan/current-plan.slice';
import { useStoreDispatch } from '../../portal/state';
import { cx } from '../../ui/class-names';
import { Delta } from '../../ui/delta';
import { date, month, number } from '../../ui/format';
import { WholeName } from '../../ui/whole-name';
import { sorted, type Column, type Direction } from './plan-order';
import { useOrder } from './use-order';

const HEADS: { column: Column; label: string; note?: string; right?: boolean }[] = [
  { column: 'name', label: 'Plan' },
  { column: 'members', label: 'Members', right: true },
  { column: 'score', label: 'Plan SuperScore', right: true },
  { column: 'change', label: 'Change', note: 'over 12 months', right: true },
  { column: 'attention', label: 'Areas under attention' },
];

/** The address can be shared, and opens the same plan in another tab. */
const dashboardOf = ({ id }: PlanSummary) => `/dashboard${writeAddress('', { plan: id, ...usualChoice })}`;

/** The plans in reach; a row opens the dashboard of its plan. */
export function PlansTable({ plans, dimmed }: { plans: readonly PlanSummary[]; dimmed: boolean }) {
  const { column, direction, sortBy } = useOrder();
  const dispatch = useStoreDispatch();
  const navigate = useNavigate();
  const choose = ({ id, name }: PlanSummary) => dispatch(planChosen({ id, name }));
  return (
    <section aria-label="Plans in reach" className={cx('card settle overflow-hidden', dimmed && 'opacity-60')}>
      <div className="relative overflow-x-auto" role="region" aria-label="Plans: table" tabIndex={0}>
        <table className="w-full text-base">
          <thead>
            <tr className="border-b bg-sunken text-left text-sm text-ink-2">
              {HEADS.map((head) => (
                <Head
                  key={head.column}
                  {...head}
                  direction={head.column === column ? direction : null}
                  onSort={() => sortBy(head.column)}
                />
              ))}
            </tr>
          </thead>
          <tbody>
            {sorted(plans, column, direction).map((plan) => (
              <tr
                key={plan.id}
                className="h-12 cursor-pointer border-b last:border-0 hover:bg-hover"
                // The link inside the row serves the keyboard and screen readers.
                onClick={() => {
                  choose(plan);
                  void navigate(dashboardOf(plan));
                }}
              >
                <th scope="row" className="min-w-36 py-2 pl-4 text-left font-normal sm:pl-5">
                  <WholeName name={plan.name}>
                    <Link
                      to={dashboardOf(plan)}
                      onClick={(event) => {
                        event.stopPropagation();
                        choose(plan);
                      }}
                      className="block max-w-72 truncate rounded-sm font-medium text-brand hover:underline pointer-coarse:min-h-11 pointer-coarse:leading-[44px]"
                    >
                      {plan.name}
                    </Link>
                  </WholeName>
                  <p className="text-sm text-ink-3">
                    {plan.platform}
                    {plan.closedOn !== null && ` · closed from ${date(plan.closedOn)}`}
                  </p>
                </th>
                {plan.month === null ? <NoFigures /> : <Figures of={plan} />}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

interface HeadProps {
  label: string;
  note?: string;
  right?: boolean;
  /** Null if the table is sorted by another column. */
  direction: Direction | null;
  onSort: () => void;
}
function Head({ label, note, right = false, direction, onSort }: HeadProps) {
  const Arrow = direction === 'ascending' ? ArrowUp : ArrowDown;
  return (
    <th
      scope="col"
      aria-sort={direction ?? 'none'}
      className={cx('px-3 font-semibold first:pl-4 last:pr-5 sm:first:pl-5', right && 'text-right')}
    >
      <button
        type="button"
        onClick={onSort}
        className={cx(
          'inline-flex min-h-10 items-center gap-1 whitespace-nowrap rounded-sm font-semibold hover:text-ink pointer-coarse:min-h-11',
          right && 'flex-row-reverse text-right',
          direction && 'text-ink',
        )}
      >
        <span>
          {label}
          {note !== undefined && <span className="block text-xs font-normal text-ink-3">{note}</span>}
        </span>
        <Arrow size={14} className={cx('shrink-0', direction === null && 'invisible')} aria-hidden />
      </button>
    </th>
  );
}

const NoFigures = () => (
  <td colSpan={4} className="px-3 py-2 pr-5 text-ink-3">
    No month is published yet.
  </td>
);

const cellOf = (value: number | null, because: 'np' | '<11' | undefined): Cell =>
  because === undefined ? cell(value) : withheldCell(because);

function Figures({ of: plan }: { of: PlanSummary }) {
  const { members, score, change, attention, withheld } = plan;
  return (
    <>
      <Right>
        <Figure cell={cellOf(members, withheld.members)} format={number} />
      </Right>
      <Right>
        <Figure cell={cellOf(score, withheld.score)} format={(value) => number(value, 2)} className="font-semibold" />
      </Right>
      <Right>
        {change === null ? (
          <span className="text-ink-3">–</span>
        ) : change.clear ? (
          <>
            <Delta value={change.by} unit="" digits={2} />
            <span className="sr-only">since {month(change.since)}</span>
          </>
        ) : (
          <NoClearChange className="text-ink-3" />
        )}
      </Right>
      <td className="min-w-56 px-3 py-2 pr-5">
        <Attention areas={attention} />
      </td>
    </>
  );
}

// Pressing an explanation must not open the plan.
const Right = ({ children }: { children: ReactNode }) => (
  <td className="whitespace-nowrap px-3 py-2 text-right tabular-nums" onClick={stopAtButtons}>
    {children}
  </td>
);
const stopAtButtons = (event: React.MouseEvent) => {
  if ((event.target as Element).closest('button')) event.stopPropagation();
};

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
