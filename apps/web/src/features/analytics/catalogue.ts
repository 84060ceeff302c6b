import type { Audience } from '@superscope/contracts/analytics/audience-header';
import type { MetaAnswer } from '@superscope/contracts/analytics/meta';
import type { DimensionName, MeasureName } from '@superscope/contracts/analytics/names';
import type { PlanGroups } from '@superscope/contracts/plan-groups';
import { SEVERAL_PAYROLLS } from '../../portal/filters/filter-rules';
import { everyday, listAreas, type ListArea } from './everyday-words';
import { eventDimensions, eventMetrics, type EventCube } from './event-metrics';

export interface Metric {
  /** The name in the address: the member's name without its cube. */
  key: string;
  name: MeasureName;
  title: string;
  format: 'currency' | 'percent' | 'number';
  stackable: boolean;
  /** Whether it is also published broken down by flags and secret categories. */
  byFlags: boolean;
  published: boolean;
  /** Whether it counts contact requests or campaigns, which have dimensions of their own. */
  event?: EventCube;
}

export interface Dimension {
  key: string;
  name: DimensionName;
  title: string;
  /** `alone`: not published together with another column that divides a plan. */
  use: 'public' | 'alone' | 'engaged' | 'secret' | 'event';
  /** For employers: published of the whole plan only, beside no filter and no other dimension. */
  ofWholePlan?: true;
  /** Labels by value, if they differ from the values. */
  labels?: Record<string, string>;
}

export interface Catalogue {
  metrics: Metric[];
  dimensions: Dimension[];
}

/** The cubes with one row per member and month: each of their measures can be broken down by each of their dimensions. */
const CUBES = ['MemberSnapshot', 'SuperScore', 'Member'];
const DEFAULT_METRIC = 'countMembers';
/** Mostly published in every group, so that the page opens full. */
const DEFAULT_DIMENSION = 'gender';
export const SALARY: DimensionName = 'Member.salaryGroup';
export const STATE: DimensionName = 'Member.addressState';

/** Columns whose values are ids within the plan: their names in the address and in filters, and the source of their labels. */
const groupColumns: Record<string, { key: 'company' | 'category'; title: string; of: keyof PlanGroups }> = {
  companyId: { key: 'company', title: 'Company', of: 'companies' },
  categoryId: { key: 'category', title: 'Category', of: 'categories' },
};

const keyOf = (name: string) => name.slice(name.indexOf('.') + 1);
/** 'Average Total Assets Owned' reads 'Average total assets owned'. */
const sentence = (title: string) =>
  title
    .replace(/ ([A-Z])(?=[a-z])/g, (_, letter: string) => ` ${letter.toLowerCase()}`)
    .replace('super score', 'SuperScore')
    .replace(/\b(Tpd|tpd|Sci|sci)\b/, (short) => short.toUpperCase());
const titleOf = (key: string, title: string) => everyday(key).title ?? sentence(title);

function once<Item extends { key: string }>(items: readonly Item[]): Item[] {
  return items.filter(({ key }, at) => items.findIndex((other) => other.key === key) === at);
}

/** The dimension of the plan's companies or categories; empty if the plan has fewer than two. */
function groupDimension(name: DimensionName, groups: PlanGroups | null): Dimension[] {
  const column = groupColumns[keyOf(name)];
  const values = column && groups?.[column.of];
  if (!values || values.length < 2) return [];
  const labels = Object.fromEntries(values.map(({ value, label }) => [value, label]));
  return [{ key: column.key, name, title: column.title, use: 'alone', labels }];
}

/**
 * The possible questions of the query service about a plan, as the page offers them; `groups` are the plan's, null if they did not
 * load. Where its employers do not share one payroll, salary groups are a secret category of the whole plan.
 */
export function catalogueOf(meta: MetaAnswer, groups: PlanGroups | null, onePayroll: boolean): Catalogue {
  const { cubes } = meta;
  const used = CUBES.flatMap((name) => cubes.find((cube) => cube.name === name) ?? []);
  // A column that several cubes have is offered once, as the Member cube's.
  const named = used.toReversed();
  return {
    metrics: once([
      ...used.flatMap(({ measures }) =>
        measures.map(({ name, shortTitle, format = 'number', meta }) => ({
          ...meta,
          format,
          key: keyOf(name),
          name: name as MeasureName,
          title: titleOf(keyOf(name), shortTitle),
        })),
      ),
      ...eventMetrics(meta),
    ]),
    dimensions: once([
      ...named.flatMap(({ dimensions }) =>
        dimensions.flatMap(({ name, shortTitle, meta: { use } }): Dimension[] =>
          use === 'alone'
            ? groupDimension(name as DimensionName, groups)
            : use === 'public' || use === 'engaged' || use === 'secret'
              ? [
                  {
                    key: keyOf(name),
                    name: name as DimensionName,
                    title: titleOf(keyOf(name), shortTitle),
                    ...(name === SALARY && !onePayroll ? { use: 'secret', ofWholePlan: true } : { use }),
                  },
                ]
              : [],
        ),
      ),
      ...eventDimensions,
    ]).toSorted((a, b) => a.title.localeCompare(b.title)),
  };
}

const named = <Item extends { key: string; name: string }>(items: readonly Item[], text: string | null | undefined) =>
  items.find(({ key, name }) => key === text || name === text);

export const metricsFor = ({ metrics }: Catalogue, audience: Audience) =>
  metrics.filter(({ published }) => audience === 'staff' || published);

/** Dimensions that may be added to another one. Employers may not combine all of them. */
export function dimensionsFor(
  { dimensions }: Catalogue,
  metric: Metric,
  other: Dimension | undefined,
  audience: Audience,
): Dimension[] {
  return dimensions.filter((dimension) => refusedWith(dimension, metric, other, audience) === null);
}

/** Why a metric cannot be split by a dimension, beside another one; null if it can. */
export function refusedWith(
  dimension: Dimension,
  metric: Metric,
  other: Dimension | undefined,
  audience: Audience,
): string | null {
  const { key, use, title } = dimension;
  if (metric.event) {
    if (key !== metric.event.by.key) return `${metric.title}: only by ${metric.event.by.title.toLowerCase()}`;
    return other ? 'Already chosen' : null;
  }
  if (use === 'event') return `Only for ${everyday(key).area.toLowerCase()}`;
  if (key === other?.key) return 'Already chosen';
  if (audience === 'staff') return null;
  if ((dimension.ofWholePlan && (other || !metric.byFlags)) || other?.ofWholePlan) return SEVERAL_PAYROLLS;
  const isAlone = use === 'alone' || other?.use === 'alone';
  // An `alone` dimension may be combined with a secret one only.
  if (other && isAlone && ![use, other.use].includes('secret'))
    return `${use === 'alone' ? title : other.title} splits alone`;
  if (use === 'public' || use === 'alone') return null;
  if (use === 'engaged') return metric.published ? null : 'Not published for this measure';
  if (!metric.byFlags) return 'Only for numbers and shares of members';
  return other?.use === 'secret' ? `Not together with ${other.title.toLowerCase()}` : null;
}

/** Metrics or dimensions by area, in the order of the areas. */
export const byArea = <Item extends { key: string }>(items: readonly Item[]): { area: ListArea; items: Item[] }[] =>
  listAreas.flatMap((area) => {
    const ofArea = items.filter(({ key }) => everyday(key).area === area);
    return ofArea.length === 0 ? [] : [{ area, items: ofArea }];
  });

export interface Chosen {
  metric: Metric;
  dimensions: Dimension[];
  /** Parts of the address that do not exist or cannot be combined with the rest. */
  unknown: string[];
}

/** A title within a sentence: 'Retirement standard' becomes 'retirement standard'. */
export const inSentence = (title: string) => `${title[0]!.toLowerCase()}${title.slice(1)}`;

/** The title of a chart: 'Members by age group'. */
export const subjectOf = ({ metric, dimensions }: Omit<Chosen, 'unknown'>) =>
  dimensions.length === 0
    ? metric.title
    : `${metric.title} by ${dimensions.map(({ title }) => inSentence(title)).join(' and ')}`;

/** The question in the address, as far as it is allowed, with defaults for its missing parts. */
export function chosenOf(
  catalogue: Catalogue,
  metricText: string | undefined,
  dimensionText: string | null,
  audience: Audience,
): Chosen {
  const metrics = metricsFor(catalogue, audience);
  const asked = named(metrics, metricText);
  const metric = asked ?? named(metrics, DEFAULT_METRIC)!;
  const unknown = asked || !metricText ? [] : [metricText];
  const dimensions: Dimension[] = [];
  for (const text of (dimensionText ?? DEFAULT_DIMENSION).split(',')) {
    const allowed = dimensionsFor(catalogue, metric, dimensions[0], audience);
    const dimension = named(allowed, text.trim());
    if (dimension && dimensions.length < 2) dimensions.push(dimension);
    else if (dimensionText !== null && text.trim() !== '') unknown.push(text.trim());
  }
  return { metric, dimensions, unknown };
}
