import type { AnalyticsValue } from '@superscope/contracts/analytics/answer';
import { notAboutMembers } from '@superscope/domain/publishing/publish';
import { nothing } from '@superscope/domain/publishing/published';
import { keyValues, type Stored } from '../../answer/shape-answer.js';
import { compile, type CompiledQuery } from '../../compile/compile.js';
import type { EmployerSource } from '../employer-source.js';
import { publishedAnswer, type PublishedRow, type RowFigure } from '../published-answer.js';

/** The investment options of plans' platforms, which are not about members. */
export const asset: EmployerSource<CompiledQuery> = {
  accepts: compile,
  readModels: () => ['figures', 'plans'],
  statements: (facts) => [facts],
  answer: async (facts, { read }) => publishedAnswer(factRows(facts, await read(facts)), facts),
};

/** Rows about the fund's own facts, which are exact for everybody. Throws for a measure about members. */
export function factRows(
  { keys, measures }: Pick<CompiledQuery, 'keys' | 'measures'>,
  rows: readonly (readonly unknown[])[],
): PublishedRow[] {
  for (const { measure } of measures)
    if (measure.published.as !== 'fact') throw new Error(`${measure.name} is about members`);
  return rows.map((stored) => {
    const row: Record<string, AnalyticsValue> = {};
    for (const [at, key] of keys.entries()) keyValues(key, stored[at] as Stored, row);
    const parts = stored.slice(keys.length).map(Number);
    const figures: Record<string, RowFigure> = {};
    for (const { measure, parts: at } of measures) {
      const value = measure.value(at.map((part) => parts[part] ?? 0));
      figures[measure.name] = { value: value === null ? nothing : notAboutMembers(value), margin: null, leftOut: [] };
    }
    return { keys: row, figures };
  });
}
