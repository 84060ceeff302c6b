import type { AnalyticsValue } from '@superscope/contracts/analytics/answer';
import { sumOf } from '@superscope/domain/publishing/combine';
import { notAboutMembers } from '@superscope/domain/publishing/publish';
import { withheld } from '@superscope/domain/publishing/published';
import { keyValues, type Stored } from '../answer/shape-answer.js';
import { dimensionOf, measureOf } from '../model/catalogue.js';
import { membersOf } from '../query/normalize-filters.js';
import type { CellBook } from './cell-book.js';
import type { CategoryQuestion } from './category-question.js';
import type { MonthBucket } from './closed-months.js';
import type { PublishedRow, RowFigure } from './published-answer.js';

interface Category {
  planId: string;
  categoryId: string;
  name: string;
  /** As they are stored, by column. */
  columns: Readonly<Record<string, Stored>>;
}

export const categoryOf = ([planId, categoryId, name, active]: readonly unknown[]): Category => ({
  planId: String(planId),
  categoryId: String(categoryId),
  name: String(name),
  columns: {
    plan_id: String(planId),
    category_id: String(categoryId),
    name: String(name),
    active: Number(active),
  },
});

/** The published members by category of some months; null where none has closed. */
export interface CategoryMembers {
  book: CellBook;
  buckets: readonly MonthBucket[];
}

interface Group {
  keys: Record<string, AnalyticsValue>;
  bucket: MonthBucket | null;
  categories: Category[];
}

/** An answer's rows: categories by what the query groups by. Several in one row are the sum of those whose members are published. */
export async function categoryRows(
  question: CategoryQuestion,
  categories: readonly Category[],
  members: CategoryMembers | null,
): Promise<PublishedRow[]> {
  const { query, having } = question;
  const measures = [...new Set([...query.measures, ...having.flatMap(membersOf)])];
  const rows: PublishedRow[] = [];
  for (const { keys, bucket, categories: of } of groupsOf(question, categories, members)) {
    const figures: Record<string, RowFigure> = {};
    for (const name of measures)
      figures[name] =
        name === 'MemberCategory.count'
          ? { value: notAboutMembers(of.length), margin: null, leftOut: [] }
          : await membersIn(of, members, bucket);
    rows.push({ keys, figures });
    await members?.book.pay();
  }
  return rows;
}

function groupsOf(
  { query, members: asked }: CategoryQuestion,
  all: readonly Category[],
  members: CategoryMembers | null,
) {
  const isTimed =
    query.timeDimensions.some(({ granularity }) => granularity) ||
    query.dimensions.some((name) => dimensionOf(name).use === 'time');
  const buckets = members?.buckets ?? (asked !== null && isTimed ? [] : [null]);
  const groups = new Map<string, Group>();
  for (const bucket of buckets)
    for (const category of all) {
      const keys = keysOf(query, bucket, category);
      const id = JSON.stringify(keys);
      const group = groups.get(id) ?? { keys, bucket, categories: [] };
      groups.set(id, group);
      group.categories.push(category);
    }
  if (groups.size === 0 && query.dimensions.length === 0 && !isTimed)
    groups.set('', { keys: {}, bucket: null, categories: [] });
  return groups.values();
}

const noSql = { periodFrom: '', timezone: '' };
const firstOf = (month: string): string => `${month}-01`;

function keysOf(
  query: CategoryQuestion['query'],
  bucket: MonthBucket | null,
  { columns }: Category,
): Record<string, AnalyticsValue> {
  const row: Record<string, AnalyticsValue> = {};
  for (const { dimension, granularity } of query.timeDimensions)
    if (granularity) keyValues({ dimension: dimensionOf(dimension), granularity }, firstOf(bucket!.start!), row);
  for (const dimension of query.dimensions.map(dimensionOf))
    keyValues({ dimension }, dimension.use === 'time' ? firstOf(bucket!.stock) : columns[dimension.sql(noSql)]!, row);
  return row;
}

async function membersIn(
  categories: readonly Category[],
  members: CategoryMembers | null,
  bucket: MonthBucket | null,
): Promise<RowFigure> {
  if (categories.length === 0) return { value: notAboutMembers(0), margin: null, leftOut: [] };
  if (members === null || bucket === null) return { value: withheld('np'), margin: null, leftOut: [] };
  const count = measureOf('MemberSnapshot.countMembers');
  const areOfOnePlan = categories.every(({ planId }) => planId === categories[0]!.planId);
  const parts = [];
  for (const { planId, categoryId, name } of categories) {
    const { value } = await members.book.figure(count, { side: 'all', secret: null }, bucket, [planId], [categoryId]);
    parts.push({ name: areOfOnePlan ? name : `${planId}, ${name}`, value, members: value });
  }
  // Members of a group are told without a margin, as every headcount is.
  return { ...sumOf(parts), margin: null };
}
