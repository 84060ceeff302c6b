import type { Attack } from '../attack.js';
import { averageBalance, headcount, shareOfMembers } from '../facts.js';
import { Claims } from '../claims.js';
import { wholePlan } from '../cells.js';
import type { Employer } from '../employer.js';
import type { PlanKnowledge } from '../knowledge.js';
import { rangeOf } from '../portal-asker.js';

/** Every field of some answers as text, by request and place in the answer. Headers are fields. */
export type Told = ReadonlyMap<string, string>;

/** Headers that differ in any two answers. */
const ofEachAnswer: ReadonlySet<string> = new Set(['date', 'x-correlation-id', 'set-cookie']);

/** The fields of JSON, by path. Its own order of rows counts. */
export function fieldsOf(json: unknown, path: string): [string, unknown][] {
  if (json === null || typeof json !== 'object') return [[path, json]];
  const entries = Object.entries(json);
  return entries.length === 0 ? [[path, json]] : entries.flatMap(([name, value]) => fieldsOf(value, `${path}.${name}`));
}

/** The fields that stayed the same while nothing happened, and differ after something did. */
export function changedFields(quiet: readonly [Told, Told], after: Told): string[] {
  const [first, second] = quiet;
  const names = new Set([...first.keys(), ...after.keys()]);
  return [...names].filter((name) => first.get(name) === second.get(name) && second.get(name) !== after.get(name));
}

/**
 * Whether a number has more digits than any published figure: shares have one decimal, scores two, and amounts from 1,000 dollars on none.
 */
export const isBeyondRounding = (value: number): boolean =>
  Math.abs(value * 100 - Math.round(value * 100)) > 1e-6 || (Math.abs(value) >= 1_000 && !Number.isInteger(value));

/** What an employer polls about a plan. */
function requestsOf(employer: Employer, plan: PlanKnowledge): { path: string; query?: object }[] {
  const { planId } = plan;
  const { filters } = employer.of(plan, wholePlan);
  const dateRange = rangeOf(employer.months.at(-3)!, employer.months.at(-1)!);
  const timeDimensions = [{ dimension: 'MemberSnapshot.month', granularity: 'month', dateRange }];
  const queries = [
    { measures: [headcount], filters },
    { measures: [headcount, averageBalance, 'SuperScore.averageSuperScore'], filters, timeDimensions },
    { measures: [headcount, shareOfMembers], filters, timeDimensions, dimensions: ['Member.engaged'] },
    { measures: [headcount], filters, timeDimensions, dimensions: ['Member.loggedInMember'] },
    { measures: [headcount, averageBalance], filters, dimensions: ['Member.gender', 'Member.ageGroup'] },
    { measures: ['ContactRequested.members'], dimensions: ['ContactRequested.reason'] },
    { measures: ['Campaign.recipients', 'Campaign.opened'], dimensions: ['Campaign.campaignId'] },
  ];
  return [
    ...['/api/ready', '/api/plans', '/api/watches', '/cubejs-api/v1/meta', `/api/planSuperScore?planId=${planId}`],
    ...['actions', 'peers', 'ranking', 'reports'].map((name) => `/api/plans/${planId}/${name}`),
  ]
    .map((path): { path: string; query?: object } => ({ path }))
    .concat(queries.map((query) => ({ path: '/cubejs-api/v1/load', query })));
}

async function poll(employer: Employer, plan: PlanKnowledge): Promise<Map<string, string>> {
  const told = new Map<string, string>();
  for (const [at, { path, query }] of requestsOf(employer, plan).entries()) {
    const { status, headers, text } = await employer.asks.everything(path, query && { query });
    const name = query ? `load ${at}` : path;
    told.set(`${name} status`, String(status));
    for (const [header, value] of headers) if (!ofEachAnswer.has(header)) told.set(`${name} header ${header}`, value);
    const isJson = headers.get('content-type')?.includes('json') === true;
    for (const [field, value] of isJson ? fieldsOf(JSON.parse(text), name) : [[name, text] as const])
      told.set(field, JSON.stringify(value));
  }
  return told;
}

/** Margins follow from a published figure and a published number of members. */
const followsFromFigures = (name: string): boolean => name.includes('.margins.');

/** Figures in the JSON of a report, in the caller's watches, and in answers. */
export const digits = (told: Told): string[] =>
  [...told].flatMap(([name, text]) => {
    const value = Number(text);
    return !name.includes(' header ') &&
      !followsFromFigures(name) &&
      text !== '""' &&
      Number.isFinite(value) &&
      isBeyondRounding(value)
      ? [`${name} is ${text}`]
      : [];
  });

/**
 * Polls everything about a plan, again after staff recorded something about one member, and compares all fields and headers. Also reads
 * every figure for digits beyond its rounding. `record` records something about a member of a plan.
 */
export const polling = (record: (planId: string) => Promise<void>): Attack => ({
  name: 'polling of headers and fields',
  async run(employer) {
    const claims = new Claims();
    for (const plan of employer.plans) {
      const watch = { planId: plan.planId, metric: 'averageBalance', direction: 'above', threshold: 1 };
      await employer.asks.everything('/api/watches', watch);
      // The first answers may be computed, and later ones come from a cache.
      await poll(employer, plan);
      const quiet = [await poll(employer, plan), await poll(employer, plan)] as const;
      await record(plan.planId);
      const after = await poll(employer, plan);
      claims.compared += after.size;
      claims.told.push(
        ...changedFields(quiet, after).map((name) => `${name} changed with one member’s event`),
        ...digits(after),
      );
    }
    return claims;
  },
});
