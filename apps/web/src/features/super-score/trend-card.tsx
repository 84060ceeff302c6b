import { useMemo, useRef, useState } from 'react';
import type { View } from '../../portal/analytics/figures-view';
import { allWithheld, series, type Cell } from '../../portal/analytics/result';
import type { Campaign } from '../../portal/campaigns/campaigns.api';
import { markersOf } from '../../portal/campaigns/markers';
import { COMPARED } from '../../portal/compare/compare';
import { ComparedNote } from '../../portal/earlier/compared-note';
import type { Measured } from '../../portal/earlier/compared-text';
import { busyWith, mapEarlier } from '../../portal/earlier/use-earlier';
import { AIM } from '../../portal/figures/scored-areas';
import { ChartActions } from '../../portal/cards/chart-actions';
import { Figure } from '../../portal/figures/figure';
import { FigureCard } from '../../portal/cards/figure-card';
import { useFileOrigin } from '../../portal/files/file-origin';
import { figureText } from '../../portal/figures/figure-text';
import { useBeginsAsTable } from '../../ui/as-file';
import { CardHead } from '../../ui/card';
import { month, number } from '../../ui/format';
import { Legend, type LegendItem } from '../../ui/legend';
import { LinesChart, type Line } from '../../ui/lines-chart';
import { saveCsv } from '../../ui/save-csv';
import { savePng } from '../../ui/save-png';
import { Bone } from '../../ui/states';
import { SCORE } from '../../portal/figures/use-scores';
import { useEarlierScores, type Scores } from './use-earlier-scores';
import { DataTable } from '../../ui/data-table';

const TITLE = 'Average SuperScore, over time';
const HEIGHT = 252;
const stars = (value: number) => number(value, 2);
const inStars: Measured = { unit: '', digits: 2 };
const NAME = 'Average SuperScore';

const lineOf = (cells: Cell[], look: Omit<Line, 'values' | 'texts'>): Line => ({
  ...look,
  values: cells.map(({ value }) => value),
  texts: cells.map((cell) => figureText(cell, stars, 'too few members')),
});

interface Props {
  view: View;
  scores: Scores;
  campaigns: Campaign[];
  className?: string;
}

export function TrendCard({ view, scores, campaigns, className }: Props) {
  const [asTable, setAsTable] = useState(useBeginsAsTable());
  const drawing = useRef<SVGSVGElement>(null);
  const { months, rows, quarterEnds } = scores.data ?? NONE;
  const cells = useMemo(() => series(rows, months, SCORE), [rows, months]);
  const markers = useMemo(() => markersOf(campaigns, months, quarterEnds), [campaigns, months, quarterEnds]);
  const earlier = mapEarlier(useEarlierScores(view, scores.data), (before) => ({
    cells: series(before.rows, before.months, SCORE),
    months: before.months,
  }));
  const lines = [lineOf(cells, { name: earlier ? 'This period' : NAME, colour: 'var(--plot)' })];
  if (earlier?.data)
    lines.push(lineOf(earlier.data.cells, { name: COMPARED[earlier.key], colour: 'var(--ink-3)', dashed: true }));
  const legend: LegendItem[] = lines.length > 1 ? lines : [];
  const columns = lines.map(({ name }, i) => ({
    name: i === 0 ? NAME : name,
    cells: i === 0 ? cells : earlier!.data!.cells,
  }));
  const drawn = cells.some(({ value }) => value !== null);
  const origin = useFileOrigin();
  const span = months[0] && `${month(months[0])} to ${month(months.at(-1)!)}`;
  const mayBeKept = drawn && view.audience === 'employer';
  const table = () => [
    ['Month', ...columns.map(({ name }) => name)],
    ...months.map((at, i) => [
      month(at),
      ...columns.map((of) => of.cells[i]!.value ?? figureText(of.cells[i]!, stars, 'too few members')),
    ]),
  ];
  return (
    <FigureCard
      title={TITLE}
      figures={busyWith(scores, earlier)}
      className={className}
      head={
        <CardHead
          title={TITLE}
          right={
            <ChartActions
              asTable={asTable}
              onTable={setAsTable}
              onCsv={mayBeKept ? () => saveCsv('superscore', [...origin.csvHead(NAME, span), ...table()]) : undefined}
              onPng={
                mayBeKept && !asTable
                  ? () =>
                      void savePng({
                        drawing: drawing.current!,
                        name: 'superscore',
                        title: TITLE,
                        items: legend,
                        foot: origin.foot(NAME, span),
                      })
                  : undefined
              }
            />
          }
        />
      }
      bones={<Bone className="mt-4 h-56 w-full" />}
      nothing={() =>
        drawn ? null : allWithheld(cells) ? 'The scores are not published in this period.' : 'No scores in this period.'
      }
      nothingClassName="mt-4 min-h-48"
    >
      {() =>
        asTable ? (
          <DataTable
            label={`${TITLE}: table`}
            look="figures"
            rows={months.map((at, row) => ({ at, row }))}
            idOf={({ at }) => at}
            columns={[
              { head: 'Month', names: true, cell: ({ at }) => month(at), className: 'font-medium' },
              ...columns.map((of) => ({
                head: of.name,
                right: true,
                cell: ({ row }: { row: number }) => <Figure cell={of.cells[row]!} format={stars} />,
              })),
            ]}
            className="mt-3 max-h-64"
          />
        ) : (
          <div className="mt-2">
            {legend.length > 0 && <Legend items={legend} />}
            <LinesChart
              label={`${TITLE}. The same figures are in the table view.`}
              months={months}
              lines={lines}
              format={stars}
              markers={markers}
              aim={{ value: AIM, label: `Aim: ${AIM} stars` }}
              height={HEIGHT}
              drawingRef={drawing}
            />
            <ComparedNote earlier={earlier} cells={cells} measured={inStars} className="mt-2" />
          </div>
        )
      }
    </FigureCard>
  );
}
const NONE = { months: [], rows: [], quarterEnds: false };
