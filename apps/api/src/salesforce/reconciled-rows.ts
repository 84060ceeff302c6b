import { Injectable } from '@nestjs/common';
import { campaignsView } from '@superscope/contracts/read-models/campaigns';
import { companiesView, plansView, platformsView } from '@superscope/contracts/read-models/fund';
import { membersView } from '@superscope/contracts/read-models/members';
import type { ExportObject } from '@superscope/domain/salesforce-batch/salesforce-batch';
import { Views } from '../platform/engines.module.js';
import type { ExportRow } from './export-files.js';

/** How many members' documents are read at once. */
const membersPerRead = 1_000;

/** What a comparison asks of rows beside their ids: of which provider each is, and what became of members and campaigns. */
export interface RowOwners {
  /** Of rows that the portal has. */
  of(object: ExportObject, rows: readonly ExportRow[]): Promise<(string | null)[]>;
  /** By plan; null for a plan that the portal does not know. */
  ofPlan(planId: string): string | null;
  /** The plan of an employer or a campaign, if the portal knows it. */
  planOf(object: 'companies' | 'campaigns', id: string): string | undefined;
  isPlan(id: string): boolean;
  isCancelled(campaignId: string): boolean;
  /** Of members whom the portal knows, also erased ones. */
  members(ids: readonly string[]): Promise<Map<string, { providerId: string | null; isErased: boolean }>>;
}

@Injectable()
export class ReconciledRows {
  constructor(private readonly views: Views) {}

  /** Owners as they are now. */
  async owners(): Promise<RowOwners> {
    const platforms = new Map(
      (await this.views.of(platformsView).find().toArray()).map(({ _id, providerId }) => [_id, providerId]),
    );
    const plans = await this.views
      .of(plansView)
      .find({}, { projection: { platformId: 1 } })
      .toArray();
    const providers = new Map(plans.map(({ _id, platformId }) => [_id, platforms.get(platformId) ?? null]));
    const campaigns = await this.views
      .of(campaignsView)
      .find({}, { projection: { planId: 1, cancelled: 1 } })
      .toArray();
    const companies = await this.views
      .of(companiesView)
      .find({}, { projection: { planId: 1 } })
      .toArray();
    const planOf = {
      companies: new Map(companies.map(({ _id, planId }) => [_id, planId])),
      campaigns: new Map(campaigns.map(({ _id, planId }) => [_id, planId])),
    };
    const cancelled = new Set(campaigns.flatMap(({ _id, cancelled }) => (cancelled ? [_id] : [])));
    const ofPlan = (planId: string | null | undefined) => providers.get(planId ?? '') ?? null;
    const known = new Map<string, { providerId: string | null; isErased: boolean }>();
    const members = async (ids: readonly string[]) => {
      const wanted = [...new Set(ids)].filter((id) => !known.has(id));
      for (let from = 0; from < wanted.length; from += membersPerRead)
        for await (const { _id, planId, erased } of this.views
          .of(membersView)
          .find({ _id: { $in: wanted.slice(from, from + membersPerRead) } }, { projection: { planId: 1, erased: 1 } }))
          known.set(_id, { providerId: ofPlan(planId), isErased: erased === true });
      return known;
    };
    const of = async (object: ExportObject, rows: readonly ExportRow[]): Promise<(string | null)[]> => {
      const found = await members(rows.flatMap(({ memberId }) => memberId ?? []));
      return rows.map(({ key, memberId }) => {
        if (memberId !== null) return found.get(memberId)?.providerId ?? null;
        if (object === 'companies' || object === 'campaigns') return ofPlan(planOf[object].get(key));
        return ofPlan(key);
      });
    };
    return {
      of,
      ofPlan,
      planOf: (object, id) => planOf[object].get(id),
      isPlan: (id) => providers.has(id),
      isCancelled: (id) => cancelled.has(id),
      members,
    };
  }
}
