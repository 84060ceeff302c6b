import { ChartColumn, Download, Table2 } from 'lucide-react';
import { lazy, Suspense, useMemo, useRef, useState } from 'react';
import type { Cell } from '../../app/analytics/result';
import type { View } from '../../app/analytics/query';
import { together, type FiguresState } from '../../app/analytics/use-figures';
import type { Campaign } from '../../app/campaigns/campaigns.api';
import { Card, CardHead } from '../../ui/card';
import type { Marker, SaveImage } from '../../ui/column-chart';
import { cx } from '../../ui/class-names';
import { ErrorBoundary } from '../../ui/error-boundary';
import { longMonth } from '../../ui/format';
import { IconButton } from '../../ui/icon-button';
import { Legend } from '../../ui/legend';
import { seriesColour } from '../../ui/palette';
import { Segmented } from '../../ui/segmented';
import { Bone, ErrorState, NoData, Skeleton } from '../../ui/states';
import { useShownTheme } from '../../ui/theme';
import { HatchedBox, WITHHELD_REASON } from '../../ui/withheld';
import { NOMINATIONS } from './distribution-cards';
import { MonthTable } from './month-table';
import { headcountsOf } from './trend-cards';
import { useDistribution, type Series } from './use-distribution';

const ColumnChart = lazy(() => import('../../ui/column-chart').then((module) => ({ default: module.ColumnChart })));
const HEIGHT = 388;
const TITLE = 'Members by beneficiary nomination, over time';
const UNITS = [
  { value: 'members', label: 'Members' },
  { value: 'percent', label: '%' },
] as const;

interface Props {
  view: View;
  /** The plan's headcount: what stays of a month when a part of it is withheld. */
  trends: FiguresState;
  campaigns: Campaign[];
  className?: string;
}

export function NominationChart({ view, trends, campaigns, className }: Props) {
  const nominations = useDistribution(view, 'Member.beneficiaryNominationType', NOMINATIONS);
  const { series: parts, of, months } = nominations;
  const theme = useShownTheme();
  const [unit, setUnit] = useState<'members' | 'percent'>('members');
  const [asTable, setAsTable] = useState(false);
  const save = useRef<SaveImage>(null);

  const { rows: counted, of: countedOf } = trends;
  const totals = useMemo(
    () => headcountsOf({ rows: counted, of: countedOf }, { of, months }),
    [counted, countedOf, of, months],
  );
  // Without the headcount, what is shown of a month with a withheld part would be drawn as all of it.
  const needsTotals = parts?.some(({ cells }) => cells.some((c) => c.withheld)) ?? false;
  const { refreshing, failed, reference, retry } = needsTotals ? together(nominations, trends) : nominations;
  const ready = parts !== undefined && (!needsTotals || totals.length > 0);
  const columns = useMemo(() => {
    if (!parts) return [];
    const shown = parts.map(({ name, cells }) => ({
      name,
      colour: seriesColour('nomination', name, theme),
      values: cells.map((c) => c.value),
    }));
    const rest = withheldRest(parts, totals);
    return rest.some((value) => value !== null)
      ? [...shown, { name: 'Not shown', colour: 'hatched' as const, values: rest }]
      : shown;
  }, [parts, totals, theme]);
  const markers = useMemo(() => markersOf(campaigns, months), [campaigns, months]);

  if (failed) {
    return (
      <Card aria-label={TITLE} className={cx('grid', className)}>
        <ErrorState what="This chart" reference={reference} onRetry={retry} />
      </Card>
    );
  }
  const empty = parts?.every(({ cells }) => cells.every((c) => !c.value && !c.withheld));
  const withheld = !empty && columns.every(({ values }) => values.every((value) => !value));
  const gaps = !withheld && parts !== undefined && months.some((_, at) => isGap(parts, columns, at));
  const [first, last] = [months[0], months.at(-1)];
  return (
    <Card aria-label={TITLE} aria-busy={refreshing || !ready} className={cx('flex flex-col', className)}>
      <CardHead
        stacks
        title={TITLE}
        note={first && last && `Month end, ${longMonth(first)} to ${longMonth(last)}`}
        right={
          <div className="flex flex-wrap items-center justify-end gap-2">
            {!asTable && <Segmented label="Unit" options={UNITS} value={unit} onChange={setUnit} />}
            <IconButton
              label={asTable ? 'Show as chart' : 'Show as table'}
              icon={asTable ? ChartColumn : Table2}
              onClick={() => setAsTable(!asTable)}
            />
            {ready && !asTable && !empty && !withheld && (
              <IconButton
                label="Save as PNG"
                icon={Download}
                onClick={() => void save.current?.('beneficiary-nomination', TITLE)}
              />
            )}
          </div>
        }
      />
      {!ready ? (
        <Skeleton label={TITLE} className="mt-4">
          <Bone className="w-full !rounded-md h-96" />
        </Skeleton>
      ) : empty ? (
        <NoData className="mt-4 min-h-48">No nominations in this period.</NoData>
      ) : (
        <div className={cx('settle flex-1', refreshing && 'opacity-50')}>
          {asTable ? (
            <MonthTable title={TITLE} parts={parts} months={months} />
          ) : (
            <>
              <div className="mt-3 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
                <Legend items={columns} />
                {markers.length > 0 && <CampaignKey />}
              </div>
              {withheld ? (
                <WithheldChart parts={parts} />
              ) : (
                <div className="-mx-1 mt-4" style={{ minHeight: HEIGHT }}>
                  <ErrorBoundary
                    fallback={
                      <NoData className="min-h-48">
                        The chart could not be drawn. Its table has the same figures.
                      </NoData>
                    }
                  >
                    <Suspense fallback={null}>
                      <ColumnChart
                        label={`${TITLE}. The same figures are in the table view.`}
                        months={months}
                        series={columns}
                        percent={unit === 'percent'}
                        markers={markers}
                        height={HEIGHT}
                        saveRef={save}
                      />
                    </Suspense>
                  </ErrorBoundary>
                </div>
              )}
              {gaps && (
                <p className="text-sm text-ink-3">
                  Months without a column are not shown, to protect members’ privacy.
                </p>
              )}
            </>
          )}
        </div>
      )}
    </Card>
  );
}

/** A month of which nothing can be drawn, though not because nobody was there. */
const isGap = (parts: Series[], columns: { values: (number | null)[] }[], at: number) =>
  parts.some(({ cells }) => cells[at]?.withheld) && columns.every(({ values }) => !values[at]);

/** In the place of a chart whose every column would tell of a few members. */
const WithheldChart = ({ parts }: { parts: Series[] }) => (
  <div className="relative mt-4 grid min-h-96 place-items-center">
    <HatchedBox className="absolute inset-0" label="Not shown" />
    <p className="relative mx-4 max-w-72 rounded-md bg-surface px-3 py-2 text-center text-sm text-ink-2">
      {parts.some(({ cells }) => cells.some(({ withheld }) => withheld === 'np'))
        ? WITHHELD_REASON.np
        : 'Each kind of nomination has fewer than 11 members: not shown, to protect their privacy.'}
    </p>
  </div>
);

/** What the withheld parts of each month come to together: the headcount, which is no secret, less what is shown. */
function withheldRest(parts: Series[], totals: Cell[]): (number | null)[] {
  return (parts[0]?.cells ?? []).map((_, at) => {
    const cells = parts.map((part) => part.cells[at]!);
    const total = totals[at]?.value ?? null;
    if (total === null || cells.every((c) => !c.withheld)) return null;
    return Math.max(0, total - cells.reduce((sum, c) => sum + (c.value ?? 0), 0));
  });
}

const markersOf = (campaigns: Campaign[], months: string[]): Marker[] =>
  months.flatMap((at) => {
    const run = campaigns.filter((campaign) => campaign.date.startsWith(at));
    if (run.length === 0) return [];
    const reports = run.some(({ kind }) => kind === 'report');
    const emails = run.some(({ kind }) => kind === 'email');
    const label = reports && emails ? 'R E' : reports ? 'R' : 'E';
    return [
      { month: at, label, tone: reports ? ('ink' as const) : ('info' as const), names: run.map(({ name }) => name) },
    ];
  });

const CampaignKey = () => (
  <ul aria-label="Campaign markers" className="inline-flex items-center gap-3 text-sm text-ink-3">
    {[
      ['R', 'Report', 'bg-ink-2'],
      ['E', 'Email campaign', 'bg-info'],
    ].map(([letter, name, ground]) => (
      <li key={letter} className="inline-flex items-center gap-1.5">
        <b
          className={cx(
            'grid h-4 min-w-4 place-items-center rounded-full px-1 text-[11px] font-semibold text-surface',
            ground,
          )}
        >
          {letter}
        </b>
        {name}
      </li>
    ))}
  </ul>
);
