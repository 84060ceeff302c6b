import { canonicalJson } from '@superscope/contracts/canonical-json';
import type { KeptFigure } from '@superscope/contracts/kept-figures';
import { baseApi } from '../api/base.api';
import type { State } from '../state';

/** The questions whose answers are figures or say of what they are. What else a page asks is who
 * reads it, and names and pictures of the parties. */
const asked: ReadonlySet<string> = new Set([
  'load',
  'planSuperScore',
  'planRanking',
  'planPeers',
  'planActions',
  'calculationVariables',
  'asfaTargets',
  'campaigns',
  'campaignEffect',
  'plan',
]);

/** Every figure that the page has asked for, with its question, in the order of the questions. */
export function answeredFigures(state: Pick<State, typeof baseApi.reducerPath>): KeptFigure[] {
  return Object.values(state[baseApi.reducerPath].queries)
    .flatMap((entry): KeptFigure[] =>
      entry?.status === 'fulfilled' && asked.has(entry.endpointName)
        ? [{ question: { name: entry.endpointName, of: entry.originalArgs ?? null }, answer: entry.data ?? null }]
        : [],
    )
    .map((figure) => ({ figure, key: canonicalJson(figure.question) }))
    .sort((a, b) => (a.key < b.key ? -1 : 1))
    .map(({ figure }) => figure);
}
