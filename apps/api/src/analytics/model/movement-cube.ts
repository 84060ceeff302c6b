import { column, day, identifier, payrollCategory, publicCategory } from './dimensions.js';
import { counted } from './measures.js';
import { categories } from './secret-columns.js';
import type { Dimension, Measure, Part } from './cube-member.js';

const source = 'movement' as const;

/** A member's public column at the later of the two months, or at the earlier one for members who left. */
const known = (dimension: Dimension): Dimension => ({ ...dimension, source });

/**
 * Members' moves between two months, which the range of `Movement.month` names. `from` and `to` are score bands. Members who joined in
 * between have `from` 'Joined', and those who left have `to` 'Left'.
 */
export const movementDimensions: readonly Dimension[] = [
  column('Movement.planId', { use: 'plan', sql: 'plan_id', source }),
  column('Movement.from', { use: 'event', sql: 'from_band', source }),
  column('Movement.to', { use: 'event', sql: 'to_band', source }),
  known(publicCategory('Movement.gender', 'gender')),
  known(publicCategory('Movement.ageGroup', 'age_group')),
  known(payrollCategory('Movement.salaryGroup', 'salary_group', categories.salaryGroup)),
  known(publicCategory('Movement.addressState', 'address_state')),
  known(identifier('Movement.companyId', 'company_id')),
  known(identifier('Movement.categoryId', 'category_id')),
  day('Movement.month', 'month', source),
];

const members: Part = { key: 'members', sql: () => 'count()' };

export const movementMeasures: readonly Measure[] = [
  counted('Movement.members', source, 'count', [members], { as: 'headcount' }),
];
