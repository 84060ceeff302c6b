import { campaignsView } from '@superscope/contracts/read-models/campaigns';
import type { DocumentOf, DocumentView } from '@superscope/contracts/read-models/document-view';
import { figuresView } from '@superscope/contracts/read-models/dated-figures';
import { companiesView, plansView, platformsView, providersView } from '@superscope/contracts/read-models/fund';
import { membersView } from '@superscope/contracts/read-models/members';
import { campaignFields } from '@superscope/domain/campaign/campaign';
import { companyFields } from '@superscope/domain/company/company';
import type { Fields } from '@superscope/domain/fields';
import { memberFields } from '@superscope/domain/member/member.events';
import { platformOf } from '@superscope/domain/outside-id';
import { memberCategoryFields, planFields } from '@superscope/domain/plan/plan.events';
import { platformFields } from '@superscope/domain/platform/platform';
import { providerFields } from '@superscope/domain/provider/provider';
import type { Filter } from 'mongodb';
import type { Views } from '../../platform/engines.module.js';
import { cellsOf, planWithin, type Exported, type ExportScope } from './exported-rows.js';

const documentsOf = <View extends DocumentView>(views: Views, view: View, filter: Filter<DocumentOf<View>>) =>
  views.of(view).find(filter, { batchSize: 1_000 }).sort({ _id: 1 });

/** A document whose first event was set aside has only later fields, so it is not exported yet. */
const named = { name: { $exists: true } };
const ofPlan = ({ planId }: ExportScope) => (planId === null ? {} : { planId });

/** Documents of records, by the fields that some of them have. */
type RecordView = DocumentView<string, string, { name?: string; platformId?: string; planId?: string }>;

/** The documents of a view, a row each. */
function recordRows(
  view: RecordView,
  declared: Fields,
  filterOf: (scope: ExportScope, views: Views) => object | Promise<object> = (scope) => ({
    ...named,
    ...ofPlan(scope),
  }),
): Exported {
  const cells = cellsOf(declared);
  return async function* ({ views }, scope) {
    for await (const document of documentsOf(views, view, await filterOf(scope, views))) {
      const { planId, platformId = planId === undefined ? '' : platformOf(planId) } = document;
      if (planId === undefined || planWithin(scope, planId)) yield { platformId, values: cells(document) };
    }
  };
}

/** All providers, or only the provider of the chosen platform. */
export const providerRows = recordRows(providersView, providerFields, async ({ platformId }, views) => {
  if (platformId === null) return named;
  const platform = await views.of(platformsView).findOne({ _id: platformId });
  return { ...named, _id: String(platform?.providerId) };
});

export const platformRows = recordRows(platformsView, platformFields, ({ platformId }) =>
  platformId === null ? named : { ...named, _id: platformId },
);

export const planRows = recordRows(plansView, planFields);

export const companyRows = recordRows(companiesView, companyFields);

/** Cancelled campaigns are left out: importing one again would bring it back. */
export const campaignRows = recordRows(campaignsView, campaignFields, (scope) => ({
  ...named,
  ...ofPlan(scope),
  cancelled: { $ne: true },
}));

/**
 * An erased member's personal values read 'Erased', here and wherever a row names a member. Members whose first event was set aside are
 * left out.
 */
export const memberRows = recordRows(membersView, memberFields, (scope) => ({
  ...ofPlan(scope),
  platformId: scope.platformId ?? { $exists: true },
}));

export const categoryRows: Exported = async function* ({ views }, scope) {
  const cells = cellsOf(memberCategoryFields);
  for await (const plan of documentsOf(views, plansView, { ...named, ...ofPlan(scope) }))
    if (planWithin(scope, plan._id))
      for (const category of Object.values(plan.categories ?? {}))
        yield { platformId: plan.platformId, values: cells(category) };
};

export const parameterRows: Exported = async function* ({ views }) {
  for await (const figure of documentsOf(views, figuresView, { kind: { $exists: false } }))
    yield { platformId: '', values: figure };
};

export const benchmarkRows: Exported = async function* ({ views }) {
  for await (const figure of documentsOf(views, figuresView, { kind: { $exists: true } }))
    yield { platformId: '', values: { ...figure, amount: 'amountCents' in figure ? figure.amountCents : null } };
};
