import { outsideId, platformOf } from '@superscope/domain/outside-id';
import type { Db, Document, Filter } from 'mongodb';
import type { CellValue } from '../reading/cell.js';
import type { ExportedRows, ExportScope } from './exported-rows.js';

type Values = Record<string, CellValue>;
interface ViewDocument extends Document {
  _id: string;
}

const documentsOf = (views: Db, name: string, filter: Filter<ViewDocument>) =>
  views.collection<ViewDocument>(name).find(filter, { batchSize: 1_000 }).sort({ _id: 1 });

/** Of those whose first event was set aside only what came later is known: they are no rows yet. */
const named: Filter<ViewDocument> = { name: { $exists: true } };

/** Whether an inner id of a plan is within the scope. */
export const planWithin = ({ platformId, planId }: ExportScope, plan: string): boolean =>
  planId !== null ? plan === planId : platformId === null || platformOf(plan) === platformId;

const planFilter = ({ planId }: ExportScope): Filter<ViewDocument> => (planId === null ? {} : { planId });

/** Those of the platform, where one is chosen. */
export async function* providerRows(views: Db, { platformId }: ExportScope): ExportedRows {
  const platforms = views.collection<ViewDocument>('platforms');
  const platform = platformId === null ? null : await platforms.findOne({ _id: platformId });
  const filter = platformId === null ? named : { ...named, _id: String(platform?.['providerId']) };
  for await (const { _id, name, abn } of documentsOf(views, 'providers', filter))
    yield { platformId: '', values: { providerId: _id, name, abn } };
}

export async function* platformRows(views: Db, { platformId }: ExportScope): ExportedRows {
  const filter: Filter<ViewDocument> = platformId === null ? named : { ...named, _id: platformId };
  for await (const platform of documentsOf(views, 'platforms', filter))
    yield { platformId: platform._id, values: platform as unknown as Values };
}

const plansWithin = (views: Db, { planId }: ExportScope) =>
  documentsOf(views, 'plans', planId === null ? named : { ...named, _id: planId });

export async function* planRows(views: Db, scope: ExportScope): ExportedRows {
  for await (const plan of plansWithin(views, scope))
    if (planWithin(scope, plan._id))
      yield { platformId: plan['platformId'], values: { ...(plan as unknown as Values), planId: outsideId(plan._id) } };
}

export async function* companyRows(views: Db, scope: ExportScope): ExportedRows {
  for await (const company of documentsOf(views, 'companies', { ...named, ...planFilter(scope) }))
    if (planWithin(scope, company['planId']))
      yield {
        platformId: platformOf(company._id),
        values: {
          ...(company as unknown as Values),
          companyId: outsideId(company._id),
          planId: outsideId(company['planId']),
        },
      };
}

export async function* categoryRows(views: Db, scope: ExportScope): ExportedRows {
  for await (const plan of plansWithin(views, scope))
    if (planWithin(scope, plan._id))
      for (const category of Object.values((plan['categories'] ?? {}) as Record<string, Values>))
        yield {
          platformId: plan['platformId'],
          values: {
            ...category,
            planId: outsideId(plan._id),
            deathTpdAal: category['deathTpdAalCents'],
            sciAal: category['sciAalCents'],
          },
        };
}

export async function* parameterRows(views: Db): ExportedRows {
  for await (const figure of documentsOf(views, 'figures', { kind: { $exists: false } }))
    yield { platformId: '', values: figure as unknown as Values };
}

export async function* benchmarkRows(views: Db): ExportedRows {
  for await (const figure of documentsOf(views, 'figures', { kind: { $exists: true } }))
    yield { platformId: '', values: { ...(figure as unknown as Values), amount: figure['amountCents'] } };
}

/** Cancelled ones are left out: importing one again would bring it back. */
export async function* campaignRows(views: Db, scope: ExportScope): ExportedRows {
  for await (const campaign of documentsOf(views, 'campaigns', { ...named, ...planFilter(scope) }))
    if (campaign['cancelled'] !== true && planWithin(scope, campaign['planId']))
      yield {
        platformId: platformOf(campaign._id),
        values: {
          ...(campaign as unknown as Values),
          campaignId: outsideId(campaign._id),
          planId: outsideId(campaign['planId']),
        },
      };
}

/** Erased members are left out, here and wherever a row names one: their number is gone. */
export async function* memberRows(views: Db, scope: ExportScope): ExportedRows {
  const { platformId } = scope;
  const filter = {
    ...planFilter(scope),
    ...(platformId !== null && { platformId }),
    memberNumber: { $exists: true },
    erased: { $ne: true },
  };
  for await (const member of documentsOf(views, 'members', filter))
    yield {
      platformId: member['platformId'],
      values: {
        ...(member as unknown as Values),
        memberId: member['memberNumber'],
        planId: outsideId(member['planId']),
        companyId: outsideId(member['companyId']),
      },
    };
}
