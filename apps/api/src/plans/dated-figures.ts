import { figuresView } from '@superscope/contracts/read-models/dated-figures';
import type { Figures } from '@superscope/domain/scoring/figures';
import { figuresFrom, type FigureRows } from '@superscope/domain/scoring/figures-from-rows';
import type { Views } from '../platform/engines.module.js';

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
