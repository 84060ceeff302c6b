import { memberCategoryTable } from '@superscope/contracts/read-models/fund';
import type { MemberCategoryDetails } from '@superscope/domain/plan/plan.events';
import { rowWrite, type Projection } from '../runtime/writing/projection.js';

/** Member categories as rows, which questions about categories join with members. */
export const memberCategories: Projection = {
  readModel: memberCategoryTable.announces,
  handles: ['MemberCategoryDefined', 'MemberCategoryRevised'],
  project: (event) => {
    const { planId, categoryId, name, active } = event.data as MemberCategoryDetails;
    const version = Number(event.revision) + 1;
    const row = { plan_id: planId, category_id: categoryId, name, active: active ? 1 : 0, version } as const;
    return { rows: [rowWrite(memberCategoryTable, row)], planId };
  },
};
