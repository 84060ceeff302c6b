import type { CompanyDetails } from '@superscope/domain/company/company';
import type { MemberCategoryDetails, PlanDetails } from '@superscope/domain/plan/plan.events';
import type { PlatformDetails } from '@superscope/domain/platform/platform';
import type { ProviderDetails } from '@superscope/domain/provider/provider';
import { z } from 'zod';
import { analyticsTable, bigNumber, category, text, yesOrNo } from './analytics-table.js';
import { documentView } from './document-view.js';

const provider = z.object({ providerId: z.string(), name: z.string(), abn: z.string().nullable() });

export const providersView = documentView({
  collection: 'providers',
  announces: 'providers',
  shape: provider satisfies z.ZodType<ProviderDetails>,
  indexes: [],
});

const platform = z.object({
  platformId: z.string(),
  name: z.string(),
  shortName: z.string(),
  providerId: z.string(),
  trusteeName: z.string().nullable(),
  trusteeAbn: z.string().nullable(),
  trusteeAfsl: z.string().nullable(),
  microsite: z.string().nullable(),
});

export const platformsView = documentView({
  collection: 'platforms',
  announces: 'platforms',
  shape: platform satisfies z.ZodType<PlatformDetails>,
  indexes: [],
});

const memberCategory = z.object({
  planId: z.string(),
  categoryId: z.string(),
  name: z.string(),
  active: z.boolean(),
  deathFormula: z.string().nullable(),
  tpdFormula: z.string().nullable(),
  sciPercent: z.number().nullable(),
  deathTpdAalCents: z.number().nullable(),
  sciAalCents: z.number().nullable(),
  sciWaitDays: z.number().nullable(),
  sciBenefitPeriod: z.string().nullable(),
}) satisfies z.ZodType<MemberCategoryDetails>;

const plan = z.object({
  planId: z.string(),
  platformId: z.string(),
  name: z.string(),
  shortName: z.string(),
  startDate: z.string(),
  superScoreClient: z.boolean(),
  relationshipManager: z.string().nullable(),
});

export const plansView = documentView({
  collection: 'plans',
  announces: 'plans',
  shape: (plan satisfies z.ZodType<PlanDetails>).extend({
    /** First day on which the plan is closed; null once it is open again. */
    closedOn: z.string().nullable().optional(),
    /** When its closed months were published again, by `r{revision}`. */
    publishedAt: z.record(z.string(), z.string()).optional(),
    categories: z.record(z.string(), memberCategory).optional(),
    /** Flyers by file name; null once removed. */
    flyers: z.record(z.string(), z.object({ sha256: z.string(), bytes: z.number() }).nullable()).optional(),
  }),
  indexes: [{ platformId: 1 }],
});

/** Member categories as rows, each in its current state. `version` is the revision of the plan's stream, counted from 1. */
export const memberCategoryTable = analyticsTable({
  table: 'member_category',
  announces: 'plans',
  columns: { plan_id: category, category_id: category, name: text, active: yesOrNo, version: bigNumber },
  key: ['plan_id', 'category_id'],
  newestBy: ['version'],
});

/** The platform of each plan, for joins. `version` is the revision of the plan's stream, counted from 1. */
export const planPlatformTable = analyticsTable({
  table: 'plan_platform',
  announces: 'plans',
  columns: { plan_id: category, platform_id: category, version: bigNumber },
  key: ['plan_id'],
  newestBy: ['version'],
});

const company = z.object({
  companyId: z.string(),
  planId: z.string(),
  name: z.string(),
  abn: z.string().nullable(),
  industry: z.string().nullable(),
  active: z.boolean(),
});

export const companiesView = documentView({
  collection: 'companies',
  announces: 'companies',
  shape: company satisfies z.ZodType<CompanyDetails>,
  indexes: [{ planId: 1 }],
});
