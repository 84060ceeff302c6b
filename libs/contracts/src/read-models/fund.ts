import { companyFields } from '@superscope/domain/company/company';
import { memberCategoryFields, planFields } from '@superscope/domain/plan/plan.events';
import { platformFields } from '@superscope/domain/platform/platform';
import { providerFields } from '@superscope/domain/provider/provider';
import { z } from 'zod';
import { analyticsTable, bigNumber, category, text, yesOrNo } from './analytics-table.js';
import { documentView } from './document-view.js';
import { recordShape } from './record-shape.js';

export const providersView = documentView({
  collection: 'providers',
  announces: 'providers',
  shape: recordShape(providerFields).extend({
    /** Its logo; null once removed. */
    logo: z
      .object({ type: z.enum(['image/png', 'image/jpeg']), sha256: z.string(), bytes: z.number() })
      .nullable()
      .optional(),
  }),
  fields: providerFields,
  indexes: [],
});

export const platformsView = documentView({
  collection: 'platforms',
  announces: 'platforms',
  shape: recordShape(platformFields),
  fields: platformFields,
  indexes: [],
});

export const plansView = documentView({
  collection: 'plans',
  announces: 'plans',
  shape: recordShape(planFields).extend({
    /** First day on which the plan is closed; null once it is open again. */
    closedOn: z.string().nullable().optional(),
    /** When its closed months were published again, by `r{revision}`. */
    publishedAt: z.record(z.string(), z.string()).optional(),
    /**
     * Since when its members count by their dates; '' if always. A plan of an earlier release lacks it until then: its members count by the
     * rows of files.
     */
    countsByDatesSince: z.string().optional(),
    /** Since when it is published by the second rules; '' if always. A plan of an earlier release lacks it until then. */
    secondRulesSince: z.string().optional(),
    /** What was said of its payroll, by `r{revision}`, oldest first. */
    payrollSaid: z.record(z.string(), z.object({ at: z.string(), onePayroll: z.boolean().nullable() })).optional(),
    categories: z.record(z.string(), recordShape(memberCategoryFields)).optional(),
    /** Flyers by file name; null once removed. */
    flyers: z.record(z.string(), z.object({ sha256: z.string(), bytes: z.number() }).nullable()).optional(),
  }),
  fields: planFields,
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

export const companiesView = documentView({
  collection: 'companies',
  announces: 'companies',
  shape: recordShape(companyFields).extend({
    /** When it was registered. */
    registeredAt: z.string().optional(),
  }),
  fields: companyFields,
  indexes: [{ planId: 1 }],
});
