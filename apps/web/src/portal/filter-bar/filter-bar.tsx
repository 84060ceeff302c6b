import { ListFilter, Lock, Plus, RefreshCw, X } from 'lucide-react';
import { useState } from 'react';
import { cx } from '../../ui/class-names';
import { Explained } from '../../ui/explained';
import { lastOfMonth } from '../period/period';
import { countText } from '../figures/figure-text';
import type { View } from '../analytics/figures-view';
import type { PageView } from '../page-header/use-page-view';
import { useChangeView, useShownView } from '../view-address/use-view-address';
import { useStoreState } from '../state';
import { FilterChoice, type Choosing } from './filter-choice';
import { refusedFilter, SEVERAL_PAYROLLS } from '../filters/filter-rules';
import {
  filterColumns,
  filterLooks,
  isFiltered,
  noFilters,
  withFilter,
  type FilterColumn,
  type FilterOption,
} from '../filters/filters';
import { useFilterOptions } from '../plan/use-filter-options';
import { useHeadcount, useWholeHeadcount } from '../figures/use-headcount';

/** Whether the columns of a page's filter are open, and the button that opens them. */
export function useFilterOpen() {
  const [open, setOpen] = useState(false);
  return { open, toggle: () => setOpen(!open) };
}
type FilterOpen = ReturnType<typeof useFilterOpen>;

const BAR_ID = 'filter';

/** Opens the columns by which figures can be filtered, in the row under the header. */
export const FilterButton = ({ opened: { open, toggle } }: { opened: FilterOpen }) => (
  <button
    type="button"
    aria-expanded={open}
    aria-controls={open ? BAR_ID : undefined}
    onClick={toggle}
    className={cx('control gap-2 hover:bg-hover max-sm:-order-2 print:hidden', open && 'bg-hover')}
  >
    <ListFilter size={16} className="text-ink-3" aria-hidden />
    Filter
  </button>
);

interface Props {
  page: PageView;
  /** Columns that charts of the page are broken down by. They count towards MOST_COLUMNS. */
  breakdowns?: readonly FilterColumn[];
  /** Whether the columns that are not filtered by are offered. */
  open: boolean;
}
const NONE: readonly FilterColumn[] = [];
const CHIP_LOOK = 'settle inline-flex items-center gap-1.5 rounded-full border text-base';
const CHIP = cx(CHIP_LOOK, 'h-8 pointer-coarse:h-11');
const ADD = cx(CHIP, 'border-dashed border-line-strong px-3 text-ink-2 print:hidden');

/**
 * The filters of a page: a chip for each active one and, while it is open, a button for each other column. Active filters are drawn
 * before the figures have loaded, so that they do not move. Draws nothing if it is closed and nothing is filtered.
 */
export function FilterBar({ page, breakdowns = NONE, open }: Props) {
  const changeView = useChangeView();
  const { plan } = useShownView();
  const own = useStoreState(({ session: { user } }) => user?.planId ?? null);
  const options = useFilterOptions(page.plan?.id ?? own ?? plan);
  const total = useWholeHeadcount(page.view);
  const { filters } = page;
  const choose = (column: FilterColumn, values: readonly string[]) =>
    changeView({ filters: withFilter(filters, column, values) });
  if (!open && !isFiltered(filters)) return null;
  return (
    <section
      id={BAR_ID}
      aria-label="Filter"
      className={cx('card mb-4 flex flex-wrap items-center gap-2 px-3 py-2.5', !isFiltered(filters) && 'print:hidden')}
    >
      <span aria-hidden className="mr-1 inline-flex items-center gap-2 pl-1 text-base font-semibold">
        <ListFilter size={16} className="text-ink-3" />
        Filter
      </span>
      {filterColumns.map((column) => {
        const { label } = filterLooks[column];
        const chosen = filters[column];
        if (!open && !chosen) return null;
        // An active filter can be removed even before the other choices have loaded.
        const known = options.of(column);
        const values = known ?? chosen?.map((value) => ({ value, label: value }));
        // Until it is known whether the plan has several values, the button's place is reserved.
        if (options.failed(column) && !chosen) return <NotLoaded key={column} label={label} onRetry={options.retry} />;
        if (!values) return known === undefined ? <Place key={column} label={label} /> : null;
        const choosing = { label, options: values, onChoose: (values: readonly string[]) => choose(column, values) };
        if (chosen) return <Active key={column} {...choosing} chosen={chosen} />;
        const refused = refusedFilter(column, page, {
          breakdowns,
          members: total?.value ?? null,
          onePayroll: page.plan?.onePayroll ?? true,
        });
        if (refused !== null) return <Refused key={column} label={label} because={refused} />;
        return (
          <FilterChoice key={column} {...choosing} chosen={NOTHING} className={cx(ADD, 'hover:bg-hover')}>
            <Plus size={14} aria-hidden />
            {label}
          </FilterChoice>
        );
      })}
      {isFiltered(filters) && (
        <span className="ml-auto flex items-center gap-2">
          <button
            type="button"
            onClick={() => changeView({ filters: noFilters })}
            className="h-8 rounded-sm px-1 text-base font-semibold text-brand hover:underline print:hidden pointer-coarse:h-11"
          >
            Clear all
          </button>
          {page.view && <Counter key={page.view.planId} view={page.view} />}
        </span>
      )}
      {isFiltered(filters) && page.view?.audience === 'employer' && (
        <p className="w-full px-1 text-sm text-ink-2">{WHOLE_PLAN_ONLY}</p>
      )}
    </section>
  );
}
const NOTHING: readonly string[] = [];

/** What a filter leaves without figures, because groups would tell too much of single members (docs/privacy.md). */
const WHOLE_PLAN_ONLY =
  'Shown for the whole plan only, and not by filters: nominations, life insurance, voluntary contributions, score bands, risk profiles, tools used, contact details and time in the plan.';

/** A column that the page is filtered by: its values, and the button that removes it. */
const Active = ({ label, options, chosen, onChoose }: Choosing) => (
  <span className={cx(CHIP, 'max-w-full border-brand-line bg-brand-soft pr-1')}>
    <FilterChoice
      label={label}
      options={options}
      chosen={chosen}
      onChoose={onChoose}
      className="h-full min-w-0 truncate rounded-l-full pl-3"
    >
      <span className="text-ink-2">{label}</span>{' '}
      <b className="font-semibold">{chosen.map((value) => textOf(value, options)).join(', ')}</b>
    </FilterChoice>
    <button
      type="button"
      aria-label={`Remove ${label}`}
      onClick={() => onChoose([])}
      className="grid size-6 shrink-0 place-items-center rounded-full text-ink-2 hover:bg-hover print:hidden pointer-coarse:size-11"
    >
      <X size={14} aria-hidden />
    </button>
  </span>
);

/** A column that the page cannot also be filtered by. Where the plan does not publish it at all, the chip itself says why. */
function Refused({ label, because }: { label: string; because: string }) {
  const isUnpublished = because === SEVERAL_PAYROLLS;
  return (
    <Explained
      label={`${label}: cannot be chosen. ${because}`}
      explanation={
        isUnpublished ? `${label} cannot be chosen: each employer knows the salaries of its own people only.` : because
      }
      offset={6}
      className={cx(
        'cursor-help border-line px-3 text-ink-3 print:hidden',
        // A sentence, which needs two lines on phones.
        isUnpublished ? cx(CHIP_LOOK, 'min-h-8 py-1 text-left pointer-coarse:min-h-11') : CHIP,
      )}
    >
      <Lock size={13} className="shrink-0" aria-hidden />
      {isUnpublished ? because : label}
    </Explained>
  );
}

const Place = ({ label }: { label: string }) => (
  <span aria-hidden className={cx(ADD, 'invisible')}>
    <Plus size={14} />
    {label}
  </span>
);

const NotLoaded = ({ label, onRetry }: { label: string; onRetry: () => void }) => (
  <button type="button" onClick={onRetry} className={cx(ADD, 'hover:bg-hover')}>
    <RefreshCw size={13} aria-hidden />
    {label} did not load. Try again
  </button>
);

const textOf = (value: string, options: readonly FilterOption[]) =>
  options.find((option) => option.value === value)?.label ?? value;

/** How many of the plan's members match the filters. It keeps its place while the counts load. */
function Counter({ view }: { view: View }) {
  const { data, refreshing, failed, refusal } = useHeadcount(view);
  const total = useWholeHeadcount(view);
  const known = data !== undefined && total !== undefined && !refreshing;
  const newest = data?.months.at(-1);
  return (
    <span
      role="status"
      title={newest && `As at ${lastOfMonth(newest).split('-').reverse().join('/')}`}
      className="inline-flex h-8 min-w-28 items-center rounded-md bg-sunken px-3 text-base"
    >
      {failed && refusal === null && <span className="text-ink-3">Members did not load</span>}
      {known && data.newest && (
        <span className="text-ink-2">
          Filtered:{' '}
          <b className="font-semibold text-ink">
            {countText(data.newest)}/{countText(total)}
          </b>
        </span>
      )}
    </span>
  );
}
