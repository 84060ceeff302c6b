import type { Audience } from '@superscope/contracts/analytics/audience-header';
import { useRef, useState, type ReactNode, type Ref } from 'react';
import type { Loaded } from '../analytics/loaded';
import { useBeginsAsTable } from '../../ui/as-file';
import { CardHead } from '../../ui/card';
import { saveCsv, type CsvCell } from '../../ui/save-csv';
import type { LegendItem } from '../../ui/legend';
import { savePng } from '../../ui/save-png';
import { Bone } from '../../ui/states';
import { useFileOrigin } from '../files/file-origin';
import { ChartActions } from './chart-actions';
import { FigureCard } from './figure-card';

interface Props<T> {
  title: string;
  note?: ReactNode;
  figures: Loaded<T>;
  audience: Audience;
  /** The file name of the saved picture, without its extension. */
  file: string;
  className?: string | undefined;
  /** Drawn beside the buttons. */
  controls?: ReactNode;
  /** The sentence that replaces the drawing if there is nothing to draw. The table is still available. */
  nothing?: (data: T) => string | null;
  legend: (data: T) => LegendItem[];
  /** The rows of the CSV, the heads first. */
  csv: (data: T) => CsvCell[][];
  /** Words in the middle of a ring, for the picture. */
  centre?: (data: T) => { figure: string; name: string };
  /** The dates of the figures in words, for the files; by default the page's own. */
  of?: string | undefined;
  drawing: (data: T, svg: Ref<SVGSVGElement>) => ReactNode;
  table: (data: T) => ReactNode;
  foot?: ReactNode;
}

/** A card with an SVG drawing, a table of the same figures, and a button that saves the drawing as a PNG. */
export function ChartCard<T>(props: Props<T>) {
  const {
    title,
    note,
    figures,
    audience,
    file,
    className,
    controls,
    nothing,
    legend,
    csv,
    centre,
    of,
    drawing,
    table,
    foot,
  } = props;
  const origin = useFileOrigin();
  const [asTable, setAsTable] = useState(useBeginsAsTable());
  const svg = useRef<SVGSVGElement>(null);
  const { data } = figures;
  const sentence = data === undefined || asTable ? null : (nothing?.(data) ?? null);
  // Exact figures are never saved as a file that could reach an employer.
  const mayBeKept = audience === 'employer' && data !== undefined;
  const save = () => {
    if (svg.current && data !== undefined)
      void savePng({
        drawing: svg.current,
        name: file,
        title,
        items: legend(data),
        foot: origin.foot(title, of),
        centre: centre?.(data),
      });
  };
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
              {controls}
              <ChartActions
                asTable={asTable}
                onTable={setAsTable}
                onCsv={mayBeKept ? () => saveCsv(file, [...origin.csvHead(title, of), ...csv(data)]) : undefined}
                onPng={mayBeKept && !asTable && sentence === null ? save : undefined}
              />
            </div>
          }
        />
      }
      bones={<Bone className="mt-4 h-72 w-full !rounded-md" />}
      nothing={() => sentence}
      nothingClassName="mt-4 min-h-48"
    >
      {(shown) => (
        <>
          <div className="mt-4">{asTable ? table(shown) : drawing(shown, svg)}</div>
          {foot !== undefined && <div className="mt-auto pt-4">{foot}</div>}
        </>
      )}
    </FigureCard>
  );
}
