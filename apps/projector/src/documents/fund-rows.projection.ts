import { memberCategoryTable, planPlatformTable } from '@superscope/contracts/read-models/fund';
import { planStream } from '@superscope/domain/plan/plan';
import type { MemberCategoryDetails, PlanDetails } from '@superscope/domain/plan/plan.events';
import type { RecordedEvent } from '@superscope/event-store/events/recorded-event';
import { rowWrite } from '../runtime/writing/projection.js';
import { projectionOf } from '../runtime/writing/stream-projection.js';

const ofPlans = ['PlanRegistered', 'PlanDetailsRevised'] as const;
const ofCategories = ['MemberCategoryDefined', 'MemberCategoryRevised'] as const;
/** What is kept in documents alone. */
const ofDocuments = [
  'PublishingRulesAdopted',
  'MembersCountedByDates',
  'PlanClosed',
  'PlanReopened',
  'PlanPublished',
  'PlanFlyerUploaded',
  'PlanFlyerRemoved',
] as const;

const category = (event: RecordedEvent<MemberCategoryDetails>) => {
  const { planId, categoryId, name, active } = event.data;
  const version = Number(event.revision) + 1;
  const row = { plan_id: planId, category_id: categoryId, name, active: active ? 1 : 0, version } as const;
  return { rows: [rowWrite(memberCategoryTable, row)], planId };
};

/** Member categories as rows, which queries about categories join with members. */
export const memberCategories = projectionOf(
  planStream,
  { readModel: memberCategoryTable.announces, ignores: [...ofPlans, ...ofDocuments] },
  { MemberCategoryDefined: category, MemberCategoryRevised: category },
);

const platformOf = (event: RecordedEvent<PlanDetails>) => {
  const { planId, platformId } = event.data;
  const version = Number(event.revision) + 1;
  return { rows: [rowWrite(planPlatformTable, { plan_id: planId, platform_id: platformId, version })], planId };
};

/** The platform of each plan as a row. Users who may see one of a platform's plans may see what the platform publishes. */
export const planPlatforms = projectionOf(
  planStream,
  { readModel: planPlatformTable.announces, ignores: [...ofCategories, ...ofDocuments] },
  { PlanRegistered: platformOf, PlanDetailsRevised: platformOf },
);
