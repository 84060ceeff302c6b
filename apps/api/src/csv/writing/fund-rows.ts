import { campaignsView } from '@superscope/contracts/read-models/campaigns';
import type { DocumentOf, DocumentView } from '@superscope/contracts/read-models/document-view';
import { figuresView } from '@superscope/contracts/read-models/dated-figures';
import { companiesView, plansView, platformsView, providersView } from '@superscope/contracts/read-models/fund';
import { membersView } from '@superscope/contracts/read-models/members';
import { planFields } from '@superscope/domain/plan/plan.events';
import { outsideId, platformOf } from '@superscope/domain/outside-id';
import type { Filter } from 'mongodb';
import type { Views } from '../../platform/engines.module.js';
import type { ExportedRows, ExportScope } from './exported-rows.js';

const documentsOf = <View extends DocumentView>(views: Views, view: View, filter: Filter<DocumentOf<View>>) =>
  views.of(view).find(filter, { batchSize: 1_000 }).sort({ _id: 1 });

/** A document whose first event was set aside has only later fields, so it is not exported yet. */
const named = { name: { $exists: true } };

/** Whether an inner id of a plan is within the scope. */
export const planWithin = ({ platformId, planId }: ExportScope, plan: string): boolean =>
  planId !== null ? plan === planId : platformId === null || platformOf(plan) === platformId;

const planFilter = ({ planId }: ExportScope): { planId?: string } => (planId === null ? {} : { planId });

/** All providers, or only the provider of the chosen platform. */
export async function* providerRows(views: Views, { platformId }: ExportScope): ExportedRows {
  const platforms = views.of(platformsView);
  const platform = platformId === null ? null : await platforms.findOne({ _id: platformId });
  const filter = platformId === null ? named : { ...named, _id: String(platform?.providerId) };
  for await (const { _id, name, abn } of documentsOf(views, providersView, filter))
    yield { platformId: '', values: { providerId: _id, name, abn } };
}

export async function* platformRows(views: Views, { platformId }: ExportScope): ExportedRows {
  const filter = platformId === null ? named : { ...named, _id: platformId };
  for await (const platform of documentsOf(views, platformsView, filter))
    yield { platformId: platform._id, values: platform };
}

/** A plan's document also has what follows from its other events. */
const planColumns = Object.keys(planFields) as (keyof typeof planFields)[];

const plansWithin = (views: Views, { planId }: ExportScope) =>
  documentsOf(views, plansView, planId === null ? named : { ...named, _id: planId });

export async function* planRows(views: Views, scope: ExportScope): ExportedRows {
  for await (const plan of plansWithin(views, scope))
    if (planWithin(scope, plan._id)) {
      const values = Object.fromEntries(planColumns.map((name) => [name, plan[name]]));
      yield { platformId: plan.platformId, values: { ...values, planId: outsideId(plan._id) } };
    }
}

export async function* companyRows(views: Views, scope: ExportScope): ExportedRows {
  for await (const company of documentsOf(views, companiesView, { ...named, ...planFilter(scope) }))
    if (planWithin(scope, company.planId))
      yield {
        platformId: platformOf(company._id),
        values: {
          ...company,
          companyId: outsideId(company._id),
          planId: outsideId(company.planId),
        },
      };
}

export async function* categoryRows(views: Views, scope: ExportScope): ExportedRows {
  for await (const plan of plansWithin(views, scope))
    if (planWithin(scope, plan._id))
      for (const category of Object.values(plan.categories ?? {}))
        yield {
          platformId: plan.platformId,
          values: {
            ...category,
            planId: outsideId(plan._id),
            deathTpdAal: category.deathTpdAalCents,
            sciAal: category.sciAalCents,
          },
        };
}

export async function* parameterRows(views: Views): ExportedRows {
  for await (const figure of documentsOf(views, figuresView, { kind: { $exists: false } }))
    yield { platformId: '', values: figure };
}

export async function* benchmarkRows(views: Views): ExportedRows {
  for await (const figure of documentsOf(views, figuresView, { kind: { $exists: true } }))
    yield { platformId: '', values: { ...figure, amount: 'amountCents' in figure ? figure.amountCents : null } };
}

/** Cancelled campaigns are left out: importing one again would bring it back. */
export async function* campaignRows(views: Views, scope: ExportScope): ExportedRows {
  for await (const campaign of documentsOf(views, campaignsView, { ...named, ...planFilter(scope) }))
    if (!campaign.cancelled && planWithin(scope, campaign.planId))
      yield {
        platformId: platformOf(campaign._id),
        values: {
          ...campaign,
          campaignId: outsideId(campaign._id),
          planId: outsideId(campaign.planId),
        },
      };
}

/**
 * An erased member's personal values read 'Erased', here and wherever a row names a member. Members whose first event was set aside are
 * left out.
 */
export async function* memberRows(views: Views, scope: ExportScope): ExportedRows {
  const { platformId } = scope;
  const filter = {
    ...planFilter(scope),
    platformId: platformId ?? { $exists: true },
  };
  for await (const { planIds: _, searchKeys: __, ...member } of documentsOf(views, membersView, filter))
    yield {
      platformId: member.platformId,
      values: {
        ...member,
        memberId: member.memberNumber,
        planId: outsideId(member.planId),
        companyId: outsideId(member.companyId),
      },
    };
}
