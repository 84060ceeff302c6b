import type { Audience } from '@superscope/contracts/analytics/audience-header';
import { useState, type ReactNode } from 'react';
import type { Loaded } from '../../portal/analytics/loaded';
import { ChartActions } from '../../portal/cards/chart-actions';
import { useFileOrigin } from '../../portal/files/file-origin';
import { FigureCard } from '../../portal/cards/figure-card';
import { useBeginsAsTable } from '../../ui/as-file';
import { Card, CardHead } from '../../ui/card';
import { saveCsv } from '../../ui/save-csv';
import { Segmented } from '../../ui/segmented';
import { Bone, NoData } from '../../ui/states';
import type { Metric } from './catalogue';
import { csvDigitsOf, formatsOf } from './figure-format';
import { csvRows, hasFigures, inPercent, isWithheld, partOf, percentText, type Grid } from './grid';
import { GridTable } from './grid-table';

export interface Drawn {
  grid: Grid;
  percent: boolean;
  full: (value: number) => string;
  short: (value: number) => string;
  /** The form of a row's whole, also while its parts are percentages. */
  count: (value: number) => string;
}

interface Props {
  title: string;
  note: string;
  /** The name of the downloaded files. */
  name: string;
  /** The dates of the figures in words, for the files. */
  of?: string | undefined;
  metric: Metric;
  audience: Audience;
  figures: Loaded<Grid>;
  className?: string;
  /** Why the chart cannot be shown; takes its place. */
  refusal: string | null;
  onPng: (title: string, grid: Grid) => void;
  children: (drawn: Drawn) => ReactNode;
}

/** A chart with its unit, its table and both as files. */
export function ResultChart({
  title,
  note,
  name,
  of,
  metric,
  audience,
  figures,
  className,
  refusal,
  onPng,
  children,
}: Props) {
  const [asTable, setAsTable] = useState(useBeginsAsTable());
  const [unit, setUnit] = useState<'value' | 'percent'>('value');
  const origin = useFileOrigin();
  if (refusal !== null) {
    return (
      <Card aria-label={title} className={className}>
        <CardHead title={title} />
        <NoData className="mt-4 min-h-48">{refusal}</NoData>
      </Card>
    );
  }
  const grid = figures.data;
  const parted = metric.stackable && grid !== undefined && partOf(grid, false).series.length > 1;
  const percent = parted && unit === 'percent';
  const formats = formatsOf(metric);
  const full = percent ? percentText : formats.full;
  const drawn = grid !== undefined && hasFigures(partOf(grid, false));
  const mayBeKept = drawn && audience === 'employer';
  const shown = grid && percent ? inPercent(grid) : grid;
  return (
    <FigureCard
      title={title}
      what="This chart"
      figures={figures}
      className={className}
      head={
        <CardHead
          stacks
          title={title}
          note={note}
          right={
            <div className="flex flex-wrap items-center justify-end gap-2">
              {parted && (
                <Segmented
                  label="Unit"
                  options={[
                    { value: 'value', label: metric.format === 'currency' ? '$' : metric.event ? 'Number' : 'Members' },
                    { value: 'percent', label: '%' },
                  ]}
                  value={unit}
                  onChange={setUnit}
                />
              )}
              <ChartActions
                asTable={asTable}
                onTable={setAsTable}
                onCsv={
                  mayBeKept
                    ? () =>
                        saveCsv(name, [
                          ...origin.csvHead(title, of),
                          ...csvRows(shown!, full, percent ? null : csvDigitsOf(metric)),
                        ])
                    : undefined
                }
                onPng={mayBeKept && !asTable ? () => onPng(title, shown!) : undefined}
              />
            </div>
          }
        />
      }
      bones={<Bone className="mt-4 h-72 w-full !rounded-md" />}
      nothing={(of) =>
        drawn
          ? null
          : isWithheld(partOf(of, false))
            ? 'Nothing is published of this in the period.'
            : 'There are no figures of this in the period.'
      }
      nothingClassName="mt-4 min-h-48"
    >
      {() =>
        asTable ? (
          <GridTable title={title} grid={shown!} format={full} ofWhole={formats.full} />
        ) : (
          children({ grid: shown!, percent, full, short: percent ? percentText : formats.short, count: formats.short })
        )
      }
    </FigureCard>
  );
}
