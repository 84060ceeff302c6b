import { month } from '../../ui/format';
import { CountFigure, ShareFigure } from '../figures/figure';
import type { Series } from '../figures/use-distribution';
import { DataTable } from '../../ui/data-table';

interface Props {
  title: string;
  parts: Series[];
  months: string[];
  percent: boolean;
}

/** The figures of a chart over time, in its unit, withheld ones marked as in the chart. */
export const MonthTable = ({ title, parts, months, percent }: Props) => (
  <DataTable
    label={`${title}: table`}
    look="figures"
    rows={months.map((at, row) => ({ at, row }))}
    idOf={({ at }) => at}
    columns={[
      { head: 'Month', names: true, cell: ({ at }) => month(at), className: 'whitespace-nowrap font-medium' },
      ...parts.map(({ name, monthly }) => ({
        head: name,
        right: true,
        cell: ({ row }: { row: number }) =>
          percent ? <ShareFigure of={monthly[row]!.share} /> : <CountFigure count={monthly[row]!.count} />,
        className: 'whitespace-nowrap',
      })),
    ]}
    className="mt-4 max-h-[420px]"
  />
);
