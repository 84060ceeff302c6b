import { takeTurn } from '../../platform/turns.js';
import type { LoadAnswer, LoadResult } from '@superscope/contracts/analytics/answer';
import type { Figures } from '@superscope/contracts/analytics/figures-answer';

/** Rows that are serialized before the event loop is yielded. */
const rowsPerTurn = 500;

async function writeResult({ data, ...result }: Figures): Promise<string> {
  const rows: string[] = [];
  for (let from = 0; from < data.length; from += rowsPerTurn) {
    if (from > 0) await takeTurn();
    rows.push(JSON.stringify(data.slice(from, from + rowsPerTurn)).slice(1, -1));
  }
  const rest = JSON.stringify(result).slice(1, -1);
  return `{"data":[${rows.join(',')}]${rest === '' ? '' : `,${rest}`}}`;
}

/** Which part of an answer is written: all results, the first result, or only the figures of the first result. */
export type AnswerForm = 'all' | 'first' | 'figures';

/** Serializes an answer. Long answers do not block the event loop. */
export async function writeAnswer({ results, ...answer }: LoadAnswer, form: AnswerForm): Promise<string> {
  if (form === 'figures') return writeResult(figuresOf(results[0]!));
  if (form === 'first') return writeResult(results[0]!);
  const written: string[] = [];
  for (const result of results) {
    if (written.length > 0) await takeTurn();
    written.push(await writeResult(result));
  }
  return `{"results":[${written.join(',')}],${JSON.stringify(answer).slice(1)}`;
}

function figuresOf(result: LoadResult): Figures {
  const { data, suppressed, leftOut, rounded, margins, figuresOf: of, quarterEnds, lookBackMonths } = result;
  return {
    data,
    ...(suppressed ? { suppressed } : {}),
    ...(leftOut ? { leftOut } : {}),
    ...(rounded ? { rounded } : {}),
    ...(margins ? { margins } : {}),
    ...(of ? { figuresOf: of } : {}),
    ...(quarterEnds ? { quarterEnds } : {}),
    ...(lookBackMonths ? { lookBackMonths } : {}),
  };
}
