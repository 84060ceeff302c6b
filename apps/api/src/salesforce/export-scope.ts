import { Injectable } from '@nestjs/common';
import { companiesView, plansView, platformsView, providersView } from '@superscope/contracts/read-models/fund';
import { addDays } from '@superscope/domain/calendar-dates';
import type { BatchRegister } from '@superscope/domain/salesforce-batch/batch-register';
import { unsentOf, type AskedOwner, type Unsent } from '@superscope/domain/salesforce-batch/covered-rows';
import {
  exportObjects,
  type ExportObject,
  type SalesforceBatchRequest,
} from '@superscope/domain/salesforce-batch/salesforce-batch';
import { Views } from '../platform/engines.module.js';
import { parseInstant } from '../platform/time/sydney-instant.js';
import { CrmConnection } from './crm-connection.js';

/** Which changes are exported: those of the window's days, those that nothing covers, or those that are both, or uncovered and of other days. */
export type ExportChoice = 'window' | 'unsent' | 'unsent in window' | 'unsent elsewhere';

/** The part of the fund whose changes are exported, and which changes. */
export interface ExportScope {
  choice: ExportChoice;
  /** The window's moments, in ClickHouse's form. */
  from: string;
  /** Excluded. */
  to: string;
  unsent: Readonly<Record<ExportObject, Unsent>>;
  /** Nothing that was recorded after this position counts. */
  until?: bigint;
  /** Null for all plans. */
  planIds: readonly string[] | null;
  companyId: string | null;
  /** Rows go to Salesforce. Without one they go into files, which are then what has them. */
  isConnected: boolean;
}

export type ExportAsked = Pick<SalesforceBatchRequest, 'startDate' | 'endDate' | 'providerId' | 'companyId'>;

/** The first moment of a day in Sydney, in ClickHouse's form. */
export const clickhouseMidnight = (day: string) => parseInstant(day)!.replace('T', ' ').replace('Z', '');

@Injectable()
export class ExportScopes {
  constructor(
    private readonly views: Views,
    private readonly connection: CrmConnection,
  ) {}

  async of(asked: ExportAsked, choice: ExportChoice, { coverings }: BatchRegister): Promise<ExportScope> {
    const { startDate, endDate, providerId, companyId } = asked;
    const owner = await this.ownerOf(asked);
    return {
      choice,
      from: clickhouseMidnight(startDate),
      to: clickhouseMidnight(addDays(endDate, 1)),
      unsent: Object.fromEntries(
        exportObjects.map((object) => [object, unsentOf(coverings, object, owner)]),
      ) as ExportScope['unsent'],
      planIds: companyId === null ? await this.plansOf(providerId) : await this.planOf(companyId),
      companyId,
      isConnected: owner.isConnected,
    };
  }

  /** Whose watermarks count. */
  async ownerOf({ providerId, companyId }: Pick<ExportAsked, 'providerId' | 'companyId'>): Promise<AskedOwner> {
    const allProviderIds = await this.views.of(providersView).distinct('_id', {});
    const own = companyId === null ? providerId : await this.providerOf(companyId);
    const providerIds = own === null ? allProviderIds : [own];
    return { providerId, companyId, providerIds, allProviderIds, isConnected: this.connection.crm !== null };
  }

  private async providerOf(companyId: string): Promise<string | null> {
    const [planId] = await this.planOf(companyId);
    const plan = planId === undefined ? null : await this.views.of(plansView).findOne({ _id: planId });
    const platform = plan && (await this.views.of(platformsView).findOne({ _id: plan.platformId }));
    return platform?.providerId ?? null;
  }

  /** Null for all plans. */
  private async plansOf(providerId: string | null): Promise<string[] | null> {
    if (providerId === null) return null;
    const platformIds = await this.views.of(platformsView).distinct('_id', { providerId });
    return this.views.of(plansView).distinct('_id', { platformId: { $in: platformIds } });
  }

  private planOf(companyId: string): Promise<string[]> {
    return this.views.of(companiesView).distinct('planId', { _id: companyId });
  }
}
