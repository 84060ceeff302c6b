import { sumOf } from '@superscope/domain/publishing/combine';
import { notAboutMembers } from '@superscope/domain/publishing/publish';
import { withheld } from '@superscope/domain/publishing/published';
import { measureOf } from '../model/catalogue.js';
import { membersOf } from '../query/normalize-filters.js';
import type { CellBook } from './cell-book.js';
import type { CategoryQuestion } from './category-question.js';
import type { MonthBucket } from './closed-months.js';
import { groupsOf, nameAmong, type Named } from './named-rows.js';
import type { PublishedRow, RowFigure } from './published-answer.js';

interface Category extends Named {
  categoryId: string;
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

/** Published members by category and month. Null instead of this if no month has closed, or if members are not asked for. */
export interface CategoryMembers {
  book: CellBook;
  buckets: readonly MonthBucket[];
}

/** Groups categories by the query's dimensions. A row of several categories shows the sum of those whose members are published. */
export async function categoryRows(
  { query, having }: CategoryQuestion,
  categories: readonly Category[],
  members: CategoryMembers | null,
): Promise<PublishedRow[]> {
  const measures = [...new Set([...query.measures, ...having.flatMap(membersOf)])];
  const rows: PublishedRow[] = [];
  for (const { keys, bucket, all } of groupsOf(query, categories, members?.buckets ?? null)) {
    const figures: Record<string, RowFigure> = {};
    for (const name of measures)
      figures[name] =
        name === 'MemberCategory.count'
          ? { value: notAboutMembers(all.length), margin: null, leftOut: [] }
          : await membersIn(all, members, bucket);
    rows.push({ keys, figures });
    await members?.book.pay();
  }
  return rows;
}

async function membersIn(
  categories: readonly Category[],
  members: CategoryMembers | null,
  bucket: MonthBucket | null,
): Promise<RowFigure> {
  if (categories.length === 0) return { value: notAboutMembers(0), margin: null, leftOut: [] };
  if (members === null || bucket === null) return { value: withheld('np'), margin: null, leftOut: [] };
  const count = measureOf('MemberSnapshot.countMembers');
  const parts = [];
  for (const category of categories) {
    const { planId, categoryId } = category;
    const { value } = await members.book.figure(count, { side: 'all', secret: null }, bucket, [planId], [categoryId]);
    parts.push({ name: nameAmong(categories, category), value, members: value });
  }
  // Members of a group are published without a margin, like every headcount.
  return { ...sumOf(parts), margin: null };
}
