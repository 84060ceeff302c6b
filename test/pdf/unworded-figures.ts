import { figuresIn } from '@superscope/api/reports/report-figures';
import { hasWords } from '@superscope/api/reports/report-words';
import type { AnalyticsFilter, AnalyticsQuery } from '@superscope/contracts/analytics/query';
import type { KeptFigures } from '@superscope/contracts/kept-figures';

const membersOf = (filter: AnalyticsFilter): string[] =>
  'member' in filter ? [filter.member] : ('and' in filter ? filter.and : filter.or).flatMap(membersOf);

/** Signs of a program's own names: `1|Yes`, `Member.gender`, camelCase, snake_case and empty values. */
const code = /\d\||\b[A-Z]\w*\.[a-z]|\b[a-z]+[A-Z]|\w_\w|\b(?:null|undefined|true|false|NaN)\b/;

/** What a report's questions ask for without words of the report, and the names of its figures that read as code. */
export function unwordedFigures({ figures }: KeptFigures): string[] {
  const asked = figures.flatMap(({ question: { name, of } }) => {
    if (name !== 'load') return [];
    const { measures = [], dimensions = [], segments = [], filters = [] } = (of as { query: AnalyticsQuery }).query;
    return [...measures, ...dimensions, ...segments, ...filters.flatMap(membersOf)];
  });
  const names = figures.flatMap(figuresIn).map((figure) => figure.name);
  return [...new Set([...asked.filter((name) => !hasWords(name)), ...names.filter((name) => code.test(name))])];
}
