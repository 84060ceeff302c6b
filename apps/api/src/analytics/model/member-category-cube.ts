import { column, day, yesOrNo } from './dimensions.js';
import { counted } from './measures.js';
import type { Dimension, Measure, Part } from './cube-member.js';

const source = 'memberCategory' as const;

/** Categories as the fund defines them now, and their members at a month's end. */
export const memberCategoryDimensions: readonly Dimension[] = [
  column('MemberCategory.planId', { use: 'plan', sql: 'plan_id', source }),
  column('MemberCategory.categoryId', { use: 'event', sql: 'category_id', source }),
  column('MemberCategory.name', { use: 'event', sql: 'name', source }),
  yesOrNo('MemberCategory.active', 'active', source),
  day('MemberCategory.month', 'month', source),
];

const categories: Part = { key: 'categories', sql: () => 'uniqExact((plan_id, category_id))' };
const inCategory: Part = {
  key: 'in_category',
  sql: (when) => (when === null ? 'sum(members)' : `sumIf(members, ${when})`),
};

export const memberCategoryMeasures: readonly Measure[] = [
  counted('MemberCategory.count', source, 'countDistinct', [categories], { as: 'fact' }),
  counted('MemberCategory.members', source, 'count', [inCategory], { as: 'headcount' }),
];

/** Measures and dimensions that need the members of categories, not only their definitions. */
export const categoryMembers = new Set(['MemberCategory.members', 'MemberCategory.month']);
