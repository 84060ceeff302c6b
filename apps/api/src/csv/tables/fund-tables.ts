import {
  campaignFields,
  campaignStream,
  recordCampaign,
  recordEngagement,
  type EngagementRow,
} from '@superscope/domain/campaign/campaign';
import { companyFields, companyStream, recordCompany } from '@superscope/domain/company/company';
import { namesOf } from '@superscope/domain/event';
import { patchOf } from '@superscope/domain/fields';
import { coverFormulaProblem } from '@superscope/domain/insurance/cover-formula-size';
import { rowValues } from '@superscope/domain/file-check/row-values';
import { innerId } from '@superscope/domain/outside-id';
import { payrollIsForAdmins, planStream, recordMemberCategory, recordPlan } from '@superscope/domain/plan/plan';
import { memberCategoryFields, planFields } from '@superscope/domain/plan/plan.events';
import { platformFields, platformStream, recordPlatform } from '@superscope/domain/platform/platform';
import { providerFields, providerStream, recordProvider } from '@superscope/domain/provider/provider';
import type { CampaignDetails } from '@superscope/domain/campaign/campaign';
import { atLine, eachRow, rowTable, type Check } from './import-table.js';

export const providers = rowTable({
  table: 'providers',
  stream: providerStream,
  item: (row) => ({ id: row.providerId, data: patchOf(providerFields, row) }),
  standing: (provider) => provider && rowValues(providerFields, provider.details),
  decide: eachRow(providerStream, recordProvider),
});

export const platforms = rowTable({
  table: 'platforms',
  stream: platformStream,
  item: (row, _, { references, fail }) => {
    if (!references.providers.has(row.providerId))
      fail('providerId', `There is no provider ${row.providerId}. Import it first, or correct the id.`);
    return { id: row.platformId, data: patchOf(platformFields, row) };
  },
  standing: (platform) => platform && rowValues(platformFields, platform),
  decide: eachRow(platformStream, recordPlatform),
});

export const plans = rowTable({
  table: 'plans',
  stream: planStream,
  item: (row, { platformId }, { references, byAdmin, fail }) => {
    const planId = innerId(platformId, row.planId);
    const data = { ...patchOf(planFields, row), planId, platformId };
    const { onePayroll } = data;
    if (!byAdmin && onePayroll !== undefined && onePayroll !== (references.plans.get(planId)?.onePayroll ?? null))
      fail('onePayroll', payrollIsForAdmins);
    return { id: planId, data };
  },
  standing: ({ details }) => details && rowValues(planFields, details),
  // Checked again, because an Admin may have changed it since the file was validated.
  decide: eachRow(planStream, (data, { by }) => recordPlan(data, { isAdmin: by('role').role === 'Admin' })),
});

/**
 * A row that names another plan's company or campaign would take it over, so it is refused unless the caller can reach that plan. The error
 * does not reveal the other plan.
 */
const refuseTaking = (
  kind: 'companies' | 'campaigns',
  id: string,
  column: string,
  { references, fail }: Check,
): void => {
  if (references.isTaken(kind, id)) fail(column, 'This id is taken.');
};

export const companies = rowTable({
  table: 'companies',
  stream: companyStream,
  item: (row, { platformId, planId }, check) => {
    const companyId = innerId(platformId, row.companyId);
    refuseTaking('companies', companyId, 'companyId', check);
    const data = { ...patchOf(companyFields, row), companyId, planId };
    return { id: companyId, data };
  },
  standing: (company) => company && rowValues(companyFields, company),
  decide: eachRow(companyStream, recordCompany),
});

export const memberCategories = rowTable({
  table: 'memberCategories',
  stream: planStream,
  item: (row, { planId }, { fail }) => {
    for (const column of ['deathFormula', 'tpdFormula'] as const) {
      const problem = coverFormulaProblem(row[column] ?? '');
      if (problem !== null) fail(column, problem);
    }
    const data = { ...patchOf(memberCategoryFields, row), planId };
    return { id: planId, data };
  },
  standing: ({ categories }, { categoryId }) =>
    Object.hasOwn(categories, categoryId) ? rowValues(memberCategoryFields, categories[categoryId]!) : null,
  decide: eachRow(planStream, recordMemberCategory),
});

export const campaigns = rowTable({
  table: 'campaigns',
  stream: campaignStream,
  item: (row, { platformId, planId }, check) => {
    const campaignId = innerId(platformId, row.campaignId);
    refuseTaking('campaigns', campaignId, 'campaignId', check);
    const data: CampaignDetails = { ...patchOf(campaignFields, row), campaignId, planId };
    return { id: campaignId, data };
  },
  standing: ({ details }) => details && rowValues(campaignFields, details),
  decide: eachRow(campaignStream, recordCampaign),
});

export const campaignEmailEvents = rowTable({
  table: 'campaignEmailEvents',
  stream: campaignStream,
  item: (row, { campaignId, memberId }) => {
    const data: EngagementRow = [memberId, row.step, row.at];
    return { id: campaignId, data };
  },
  decide: (rows, { importId }) =>
    atLine(
      rows[0]![0],
      recordEngagement(
        importId,
        rows.map(([, data]) => data),
      ),
    ),
  rowsIn: (event) => (event.type === namesOf(campaignStream).CampaignEngagementImported ? event.data.rows.length : 0),
});
