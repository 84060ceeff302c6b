import type { NormalizedQuery } from '@superscope/contracts/analytics/query';
import { sumOf } from '@superscope/domain/publishing/combine';
import { notAboutMembers } from '@superscope/domain/publishing/publish';
import { withheld } from '@superscope/domain/publishing/published';
import { conditionSql, type ConditionContext } from '../../compile/condition-sql.js';
import { Params } from '../../../platform/clickhouse/params.js';
import { readsMonths } from '../../compile/source-sql.js';
import { dimensionOf, measureOf } from '../../model/catalogue.js';
import { membersOf } from '../../query/normalize-filters.js';
import type { Statement } from '../../../platform/clickhouse/statement.js';
import { pay } from '../budget.js';
import { bookFigure, cellBook, type CellBook } from '../cell-book.js';
import { figuresOf, type MonthBucket } from '../closed-months.js';
import type { EmployerSource, PlanEditions } from '../employer-source.js';
import { askedCells, type AskedCells } from '../member-answer.js';
import { groupsOf, nameAmong, namedQuestion, type Named, type NamedQuestion } from '../named-question.js';
import { measuresIn, publishedAnswer, type PublishedRow, type RowFigure } from '../published-answer.js';
import type { EmployerQuestion } from '../question.js';

/** A question about categories that an employer may ask. */
interface CategoryQuestion extends NamedQuestion {
  /** Members by category at quarter ends; null if only categories are asked about. */
  members: EmployerQuestion | null;
}

/** Plans' member categories, and how many members each has. */
export const memberCategory: EmployerSource<CategoryQuestion> = {
  accepts: categoryQuestion,
  readModels: () => ['editions', 'plans'],
  statements(question, editions) {
    const { statement } = membersAsked(question, editions);
    return [categoryStatement(question, editions.planIds), ...(statement === null ? [] : [statement])];
  },
  async answer(question, context) {
    const { members } = question;
    const { buckets, statement } = membersAsked(question, context);
    const categories = (await context.read(categoryStatement(question, context.planIds))).map(categoryOf);
    const book =
      statement &&
      (await cellBook({ question: members!, buckets, statement, rows: await context.read(statement) }, context));
    const rows: PublishedRow[] = [];
    for (const { keys, bucket, all } of groupsOf(question.query, categories, book && buckets)) {
      const figures: Record<string, RowFigure> = {};
      for (const name of measuresIn(question))
        figures[name] =
          name === 'MemberCategory.count'
            ? { value: notAboutMembers(all.length), margin: null, leftOut: [] }
            : await membersIn(all, book, bucket);
      rows.push({ keys, figures });
      await pay(context);
    }
    return {
      ...publishedAnswer(rows, question),
      ...figuresOf(buckets),
      ...(members === null ? {} : { quarterEnds: true }),
    };
  },
};

function categoryQuestion(query: NormalizedQuery): CategoryQuestion {
  const question = namedQuestion(query, 'category');
  if (!readsMonths('memberCategory', query, query.filters.flatMap(membersOf))) return { ...question, members: null };
  const members: EmployerQuestion = {
    query,
    shown: [],
    measures: [measureOf('MemberSnapshot.countMembers')],
    filters: [],
    breakdowns: [dimensionOf('Member.categoryId')],
    engaged: null,
    secret: null,
    quarterly: true,
    times: question.times,
    having: [],
  };
  return { ...question, members };
}

/** The categories that a question is about. */
function categoryStatement({ query, filters }: CategoryQuestion, planIds: readonly string[] | null): Statement {
  const params = new Params();
  const context: ConditionContext = { params, zone: query.timezone, timezone: '', periodFrom: '' };
  const conditions = [
    ...(planIds === null ? [] : [`plan_id IN ${params.add(planIds, 'Array(String)', 'plans')}`]),
    ...filters.map((filter) => conditionSql(filter, context)),
  ];
  const where = conditions.length > 0 ? `\nWHERE ${conditions.join('\n  AND ')}` : '';
  return {
    sql: `SELECT plan_id, category_id, name, active\nFROM member_category FINAL${where}\nORDER BY plan_id, category_id`,
    params: params.values,
  };
}

const membersAsked = ({ members }: CategoryQuestion, editions: PlanEditions): AskedCells =>
  members === null ? { buckets: [], statement: null } : askedCells(members, editions);

interface Category extends Named {
  categoryId: string;
}

const categoryOf = ([planId, categoryId, name, active]: readonly unknown[]): Category => ({
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

/** The sum of those categories whose members are published. */
async function membersIn(
  categories: readonly Category[],
  book: CellBook | null,
  bucket: MonthBucket | null,
): Promise<RowFigure> {
  if (categories.length === 0) return { value: notAboutMembers(0), margin: null, leftOut: [] };
  if (book === null || bucket === null) return { value: withheld('np'), margin: null, leftOut: [] };
  const measure = measureOf('MemberSnapshot.countMembers');
  const parts = [];
  for (const category of categories) {
    const { planId, categoryId } = category;
    const asked = { side: 'all', secret: null } as const;
    const { value } = await bookFigure(book, { measure, asked, bucket, planIds: [planId], group: [categoryId] });
    parts.push({ name: nameAmong(categories, category), value, members: value });
  }
  // Members of a group are published without a margin, like every headcount.
  return { ...sumOf(parts), margin: null };
}
