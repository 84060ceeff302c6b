import { memberCategoryTable, planPlatformTable } from '@superscope/contracts/read-models/fund';
import type { MemberCategoryDetails, PlanDetails } from '@superscope/domain/plan/plan.events';
import { rowWrite, type Projection } from '../runtime/writing/projection.js';

/** Member categories as rows, which queries about categories join with members. */
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

/** The platform of each plan as a row. Users who may see one of a platform's plans may see what the platform publishes. */
export const planPlatforms: Projection = {
  readModel: planPlatformTable.announces,
  handles: ['PlanRegistered', 'PlanDetailsRevised'],
  project: (event) => {
    const { planId, platformId } = event.data as PlanDetails;
    const version = Number(event.revision) + 1;
    return { rows: [rowWrite(planPlatformTable, { plan_id: planId, platform_id: platformId, version })], planId };
  },
};
