import type { BaseQueryApi, FetchArgs, FetchBaseQueryError, FetchBaseQueryMeta } from '@reduxjs/toolkit/query';
import type { QueryReturnValue } from '@reduxjs/toolkit/query/react';
import { audienceHeader, type Audience } from '@superscope/contracts/analytics/audience-header';
import type { FiguresAnswer } from '@superscope/contracts/analytics/figures-answer';
import { mostQuestions } from '@superscope/contracts/analytics/most-questions';
import type { AnalyticsQuery } from '@superscope/contracts/analytics/query';
import { CORRELATION, type ApiError } from '../api/base.api';
import type { Figures } from './result';

type Answer = { data: Figures; error?: undefined } | { error: ApiError; data?: undefined };
type Send = (args: FetchArgs) => PromiseLike<QueryReturnValue<unknown, FetchBaseQueryError, unknown>> | unknown;
interface Question {
  query: AnalyticsQuery;
  answered: (answer: Answer) => void;
}

/** The audience of the figures, and their moment: `shown` is the moment that the tab shows. */
type Batch = `${Audience} ${'shown' | 'now'}`;

/** Questions that are not sent yet, by store (its `extra` object). */
const gathered = new WeakMap<object, Map<Batch, Question[]>>();

export const asAudience = (audience: Audience) =>
  audience === 'staff' ? { headers: { [audienceHeader]: 'staff' } } : {};

/**
 * Asks for figures. The questions of a page's cards go in one request, and each gets its own answer or failure.
 * `send` is the base query of the calling endpoint; `now` means that the endpoint asks as of now, whatever moment the tab shows.
 */
export function askFigures(
  query: AnalyticsQuery,
  audience: Audience,
  { extra }: Pick<BaseQueryApi, 'extra'>,
  send: Send,
  now = false,
): Promise<Answer> {
  const batches = gathered.get(extra as object) ?? new Map<Batch, Question[]>();
  gathered.set(extra as object, batches);
  const batch: Batch = `${audience} ${now ? 'now' : 'shown'}`;
  return new Promise((answered) => {
    const questions = batches.get(batch);
    if (questions) return void questions.push({ query, answered });
    const begun = [{ query, answered }];
    batches.set(batch, begun);
    void gatheredAll(begun).then(() => {
      batches.delete(batch);
      for (let from = 0; from < begun.length; from += mostQuestions)
        void answer(begun.slice(from, from + mostQuestions), audience, send);
    });
  });
}

/** After this many microtasks without another question, a render has asked all of its questions. */
const QUIET = 20;

/**
 * Cards ask in the effects of one render, a few microtasks apart. Waiting for microtasks sends the questions before the browser does
 * anything else; a timer would run only after whatever else is rendered at that time.
 */
async function gatheredAll(questions: readonly Question[]): Promise<void> {
  for (let before = 0; before !== questions.length;) {
    before = questions.length;
    for (let quiet = 0; quiet < QUIET; quiet += 1) await null;
  }
}

async function answer(questions: readonly Question[], audience: Audience, send: Send): Promise<void> {
  const body = { queries: questions.map(({ query }) => query) };
  const sent = await Promise.resolve(send({ url: 'api/figures', method: 'POST', body, ...asAudience(audience) })).catch(
    (reason: unknown) => ({ error: { status: 'CUSTOM_ERROR', error: String(reason) } }),
  );
  const { data, error, meta } = sent as QueryReturnValue<FiguresAnswer, ApiError, FetchBaseQueryMeta>;
  questions.forEach(({ answered }, at) => {
    const one = data?.answers[at];
    if (one === undefined) return answered({ error: error ?? { status: 'CUSTOM_ERROR', error: 'No answer came.' } });
    if ('figures' in one) return answered({ data: one.figures });
    const { status, ...problem } = one;
    const reference = status >= 500 ? meta?.response?.headers.get(CORRELATION) : null;
    if (status === 400) console.warn('Question refused', problem.error);
    else if (status >= 500) console.warn('Question failed', reference ?? '');
    answered({ error: { status, data: problem, ...(reference ? { reference } : {}) } });
  });
}
