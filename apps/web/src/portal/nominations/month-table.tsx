import { month } from '../../ui/format';
import { CountFigure, ShareFigure } from '../figures/figure';
import type { Series } from '../figures/use-distribution';

interface Props {
  title: string;
  parts: Series[];
  months: string[];
  percent: boolean;
}

/** The figures of a chart over time, in its unit, withheld ones marked as in the chart. */
export const MonthTable = ({ title, parts, months, percent }: Props) => (
  <div className="mt-4 max-h-[420px] overflow-auto" role="region" aria-label={`${title}: table`} tabIndex={0}>
    <table className="w-full text-base">
      <thead className="sticky top-0">
        <tr className="bg-sunken text-sm text-ink-2">
          <th className="py-2 pl-3 text-left font-semibold">Month</th>
          {parts.map(({ name }) => (
            <th key={name} className="whitespace-nowrap px-3 py-2 text-right font-semibold">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {months.map((at, row) => (
          <tr key={at} className="h-10 border-b last:border-0">
            <th scope="row" className="whitespace-nowrap pl-3 text-left font-medium">
              {month(at)}
            </th>
            {parts.map(({ name, monthly }) => (
              <td key={name} className="whitespace-nowrap px-3 text-right">
                {percent ? <ShareFigure of={monthly[row]!.share} /> : <CountFigure count={monthly[row]!.count} />}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </div>
);
