import { figureRowsOf, figuresView, type DatedFigureRow } from '@superscope/contracts/read-models/dated-figures';
import type { Figures } from '@superscope/domain/scoring/figures';
import { figuresFrom, type FigureRows } from '@superscope/domain/scoring/figures-from-rows';
import type { Analytics, Views } from '../platform/engines.module.js';

/** All benchmarks and parameters, in integer cents, of now or of the moment that is read. */
async function datedFigureRows(views: Views): Promise<FigureRows> {
  const rows = await views.of(figuresView).find({}).sort({ _id: 1 }).toArray();
  return {
    benchmarks: rows.filter((row) => 'kind' in row),
    superParameters: rows.flatMap((row) => ('kind' in row ? [] : [row])),
  };
}

/** The figures by which months are scored, each with its dates. */
export const datedFigures = async (views: Views): Promise<Figures> => figuresFrom(await datedFigureRows(views)).figures;

/** The figures that were recorded by a moment (`yyyy-MM-dd HH:mm:ss.SSS`, UTC), such as that of an edition. */
export async function figuresRecordedBy(analytics: Analytics, moment: string): Promise<Figures> {
  const answer = await analytics.client.query({
    query: `SELECT kind, name, birth_year_or_age, gender, valid_from, argMax(value, revision) AS value
FROM dated_figure WHERE recorded_at <= {moment:DateTime64(3, 'UTC')}
GROUP BY kind, name, birth_year_or_age, gender, valid_from
ORDER BY kind, name, birth_year_or_age, gender, valid_from`,
    query_params: { moment },
    format: 'JSONEachRow',
  });
  return figuresFrom(figureRowsOf(await answer.json<DatedFigureRow>())).figures;
}
