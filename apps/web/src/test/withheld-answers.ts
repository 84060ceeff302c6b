import type { AnalyticsRow, Because, Suppressed } from '@superscope/contracts/analytics/answer';
import type { MeasureName } from '@superscope/contracts/analytics/names';
import type { AnalyticsQuery } from '@superscope/contracts/analytics/query';
import { isAbout, type Answer } from './portal';

/** The accessible name of a figure of few members, and of one that is not published. */
export const FEW = /^<11\. Fewer than about 11 members, even none/;
/** The same of a figure that is no number of members, such as a share. */
export const TOO_FEW = /^too few members\. Fewer than about 11 members, even none/;
export const NP = /^Not published, to protect members’ privacy/;

/** An answer that withholds these cells. With `least`, a share is published as at least 83 %. */
export function without(
  data: AnalyticsRow[],
  because: Because,
  ...cells: [row: number, ...members: MeasureName[]][]
): Answer {
  const suppressed: Suppressed[] = cells.map(([row, ...members]) => ({
    row,
    members,
    because,
    ...(because === 'least' ? { least: 83 } : {}),
  }));
  const hidden = (row: number) => cells.find(([at]) => at === row)?.slice(1) ?? [];
  return {
    data: data.map((row, at) => ({ ...row, ...Object.fromEntries(hidden(at).map((member) => [member, null])) })),
    suppressed,
  };
}
/** The same rows, without the cells that any of the answers withholds. */
export const both = (...answers: Answer[]): Answer => ({
  data: answers[0]!.data.map((row, at) =>
    Object.fromEntries(
      Object.keys(row).map((key) => [key, answers.some(({ data }) => data[at]![key] === null) ? null : row[key]!]),
    ),
  ),
  suppressed: answers.flatMap(({ suppressed = [] }) => suppressed),
});
/** For `reply` of `portal`: this answer to every query that names this measure or dimension. */
export const answerTo = (member: string, answer: Answer) => (query: AnalyticsQuery) =>
  isAbout(query, member) ? answer : undefined;
