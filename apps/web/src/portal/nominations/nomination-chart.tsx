import { useMemo, useRef, useState, type RefObject } from 'react';
import { useBeginsAsTable } from '../../ui/as-file';
import { CardHead } from '../../ui/card';
import type { View } from '../analytics/figures-view';
import { CampaignKey } from '../campaigns/campaign-key';
import type { Campaign } from '../campaigns/campaigns.api';
import { markersOf } from '../campaigns/markers';
import { COMPARED } from '../compare/compare';
import { busyWith } from '../earlier/use-earlier';
import { ChartActions } from '../cards/chart-actions';
import { FigureCard } from '../cards/figure-card';
import { useFileOrigin } from '../files/file-origin';
import type { Distribution } from '../figures/use-distribution';
import type { ColumnSeries, Marker, SaveImage } from '../../ui/column-chart';
import { longMonth, month } from '../../ui/format';
import { saveCsv } from '../../ui/save-csv';
import { LazyColumnChart, useColumnChartSoon } from '../../ui/lazy-column-chart';
import { Legend } from '../../ui/legend';
import { Segmented } from '../../ui/segmented';
import { Bone } from '../../ui/states';
import { useHeight } from '../../ui/use-height';
import { useShownTheme } from '../../ui/theme';
import { MonthTable } from './month-table';
import { monthRows } from './month-rows';
import { columnsOf, earlierColumn, withEarlierParts } from './nomination-columns';
import { useNominations, useNominationsEarlier } from './nominations';

const HEIGHT = 388;
/** The drawing and the room around it. */
const LEAST_FRAME = HEIGHT + 32;
const MOST_MORE = 240;
const FILE = 'beneficiary-nomination';
const TITLE = 'Members by beneficiary nomination, over time';
const UNITS = [
  { value: 'members', label: 'Members' },
  { value: 'percent', label: '%' },
] as const;

interface Props {
  view: View;
  campaigns: Campaign[];
  className?: string;
}

export function NominationChart({ view, campaigns, className }: Props) {
  const nominations = useNominations(view);
  const before = useNominationsEarlier(view, nominations.data);
  const figures = busyWith(nominations, before);
  useColumnChartSoon();
  const { series: parts, months, quarterEnds } = figures.data ?? NONE;
  const theme = useShownTheme();
  const [chosen, setUnit] = useState<'members' | 'percent' | null>(null);
  const [asTable, setAsTable] = useState(useBeginsAsTable());
  const save = useRef<SaveImage>(null);

  const counts = useMemo(() => columnsOf(parts, false, theme), [parts, theme]);
  const shares = useMemo(() => columnsOf(parts, true, theme), [parts, theme]);
  const earlier = useMemo(
    () => before?.data && { compared: COMPARED[before.key], parts: before.data.series, months: before.data.months },
    [before],
  );
  const markers = useMemo(() => markersOf(campaigns, months, quarterEnds), [campaigns, months, quarterEnds]);
  // For plans of fewer than 50 members only shares are published.
  const unit = chosen ?? (counts.nothing && !shares.nothing ? 'percent' : 'members');
  const percent = unit === 'percent';
  const earlierWhole = useMemo(
    // Shares add up to the same in every month, so a column of their sum would say nothing.
    () => (earlier && !percent ? earlierColumn(earlier.parts, earlier.months, earlier.compared) : null),
    // `earlierColumn` reads a design token, whose value depends on the theme.
    // eslint-disable-next-line react-hooks/exhaustive-deps
    [earlier, percent, theme],
  );
  const columns = percent ? shares : counts;
  const drawn = figures.data !== undefined && !asTable && !columns.nothing;

  const sentence = () => {
    if (columns.nobody) return 'No nominations in this period.';
    if (asTable || !columns.nothing) return null;
    return !percent && !shares.nothing
      ? 'Of this plan’s nominations only shares are published, not numbers of members.'
      : 'Nothing is published of the nominations in this period.';
  };
  const [first, last] = [months[0], months.at(-1)];
  const span = first && last && `${month(first)} to ${month(last)}`;
  const origin = useFileOrigin();
  return (
    <FigureCard
      title={TITLE}
      what="This chart"
      figures={figures}
      className={className}
      head={
        <CardHead
          stacks
          title={TITLE}
          note={
            first && last && `${quarterEnds ? 'Quarter end' : 'Month end'}, ${longMonth(first)} to ${longMonth(last)}`
          }
          right={
            <div className="flex flex-wrap items-center justify-end gap-2">
              <Segmented label="Unit" options={UNITS} value={unit} onChange={setUnit} />
              {/* Exact figures are never saved as a file that could reach an employer. */}
              <ChartActions
                asTable={asTable}
                onTable={setAsTable}
                onCsv={
                  figures.data !== undefined && view.audience === 'employer'
                    ? () =>
                        saveCsv(FILE, [
                          ...origin.csvHead(TITLE, span),
                          ...monthRows(
                            earlier ? withEarlierParts(parts, earlier.parts, earlier.compared) : parts,
                            months,
                            percent,
                          ),
                        ])
                    : undefined
                }
                onPng={
                  drawn && view.audience === 'employer'
                    ? () => void save.current?.(FILE, TITLE, origin.foot(TITLE, span))
                    : undefined
                }
              />
            </div>
          }
        />
      }
      bones={<Bone className="mt-4 h-[486px] w-full !rounded-md sm:h-96" />}
      nothing={sentence}
      nothingClassName="mt-4 min-h-48"
    >
      {() =>
        asTable ? (
          <MonthTable
            title={TITLE}
            parts={earlier ? withEarlierParts(parts, earlier.parts, earlier.compared) : parts}
            months={months}
            percent={percent}
          />
        ) : (
          <Drawing
            columns={columns.series}
            earlier={earlierWhole}
            months={months}
            percent={percent}
            markers={markers}
            save={save}
          />
        )
      }
    </FigureCard>
  );
}
const NONE: Pick<Distribution, 'series' | 'months' | 'quarterEnds'> = { series: [], months: [], quarterEnds: false };

interface DrawingProps {
  columns: ColumnSeries[];
  earlier: ColumnSeries | null;
  months: string[];
  percent: boolean;
  markers: Marker[];
  save: RefObject<SaveImage | null>;
}
function Drawing({ columns, earlier, months, percent, markers, save }: DrawingProps) {
  const frame = useRef<HTMLDivElement>(null);
  const free = useHeight(frame, LEAST_FRAME);
  return (
    <div className="flex flex-1 flex-col">
      <div className="mt-3 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <Legend items={earlier ? [...columns, { name: earlier.name, colour: 'var(--hatch)' }] : columns} />
        {markers.length > 0 && <CampaignKey />}
      </div>
      {/* Beside taller cards the drawing has all of the card's height, which it does not decide itself. */}
      <div ref={frame} className="relative flex-1" style={{ minHeight: LEAST_FRAME }}>
        <div className="absolute inset-x-0 top-0">
          <LazyColumnChart
            label={`${TITLE}. The same figures are in the table view.`}
            months={months}
            series={columns}
            earlier={earlier}
            percent={percent}
            markers={markers}
            height={HEIGHT + Math.min(MOST_MORE, Math.max(0, free - LEAST_FRAME))}
            saveRef={save}
          />
        </div>
      </div>
      {columns.some(({ colour }) => colour === 'hatched') && (
        <p className="text-sm text-ink-3">
          {percent
            ? 'Hatched: the rest of a month, which is not published by part.'
            : 'Hatched: a part that is not published; its height says nothing.'}
        </p>
      )}
    </div>
  );
}
