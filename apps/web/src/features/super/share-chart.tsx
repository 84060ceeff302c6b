import type { DimensionName } from '@superscope/contracts/analytics/names';
import type { ReactNode } from 'react';
import type { View } from '../../portal/analytics/figures-view';
import { NO_CELL } from '../../portal/analytics/result';
import { baseText } from '../../portal/figures/base';
import { ChartCard } from '../../portal/cards/chart-card';
import { CountFigure, ShareFigure } from '../../portal/figures/figure';
import { FigureTable } from '../../portal/figures/figure-table';
import { countText, csvCell, shareText } from '../../portal/figures/figure-text';
import { seriesColour, type Family } from '../../portal/figures/series-colour';
import { unknownIn, useDistribution, type Distribution } from '../../portal/figures/use-distribution';
import { useHeadcount } from '../../portal/figures/use-headcount';
import { ShareColumns } from '../../ui/share-columns';
import { useUnfinished } from '../../ui/unfinished';
import { useShownTheme } from '../../ui/theme';

interface Props {
  title: string;
  /** Of the chart; the base of its shares follows. */
  note: string;
  view: View;
  dimension: DimensionName;
  /** Its values in the order that they are drawn in. */
  names: readonly string[];
  /** How screens name a value; by default as it is. */
  nameOf?: (name: string) => string;
  family: Family;
  file: string;
  className?: string | undefined;
  controls?: ReactNode;
  foot?: ReactNode;
  /** By what the values were derived, for the file: its name, and what it is. */
  derivedBy?: readonly [string, string] | null;
}

const newestOf = ({ series }: Distribution) =>
  series.map(({ name, monthly }) => ({ name, ...(monthly.at(-1) ?? { count: NO_CELL, share: NO_CELL }) }));

/** The share of members with each value of a category, at the newest month: columns, and their table. */
const asItIs = (name: string) => name;

export function ShareChart({
  title,
  note,
  view,
  dimension,
  names,
  nameOf = asItIs,
  family,
  file,
  derivedBy = null,
  ...card
}: Props) {
  const theme = useShownTheme();
  const figures = useDistribution(view, dimension, names);
  const { data: headcount, failed } = useHeadcount(view);
  // The note of a file has the number of members too.
  useUnfinished(headcount === undefined && !failed ? 'loading' : null);
  const colour = (name: string) => seriesColour(family, name, theme);
  // 'Unknown' is left out, because shares cover the members with a known value.
  const drawn = (data: Distribution) => newestOf(data).filter(({ name }) => names.includes(name));
  return (
    <ChartCard
      {...card}
      title={title}
      note={figures.data ? `${note}; share ${baseText(dimension, unknownIn(figures.data), headcount?.newest)}` : note}
      figures={figures}
      audience={view.audience}
      file={file}
      nothing={(data) =>
        drawn(data).some(({ share }) => share.value !== null) ? null : 'Nothing of it is published for these members.'
      }
      legend={() => []}
      csv={(data) => [
        ['Value', 'Members', 'Share, %'],
        ...newestOf(data).map(({ name, count, share }) => [
          nameOf(name),
          csvCell(count, countText),
          names.includes(name) ? csvCell(share, shareText) : '',
        ]),
        ...(derivedBy === null ? [] : [[...derivedBy]]),
      ]}
      drawing={(data, svg) => (
        <ShareColumns
          label={`${title}. The same figures are in the table view.`}
          columns={drawn(data).map(({ name, share }) => ({
            name: nameOf(name),
            colour: colour(name),
            value: share.value,
            least: share.about === 'least',
            text: share.about === 'least' ? `≥ ${share.value} %` : shareText(share),
          }))}
          svgRef={svg}
        />
      )}
      table={(data) => (
        <FigureTable
          label={title}
          heads={['Value', 'Members', 'Share']}
          rows={newestOf(data).map(({ name, count, share }) => ({
            name: nameOf(name),
            colour: colour(name),
            cells: [
              <CountFigure key="count" count={count} />,
              names.includes(name) ? <ShareFigure key="share" of={share} /> : '–',
            ],
          }))}
        />
      )}
    />
  );
}
