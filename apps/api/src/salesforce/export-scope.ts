import { Injectable } from '@nestjs/common';
import { companiesView, plansView, platformsView } from '@superscope/contracts/read-models/fund';
import { addDays } from '@superscope/domain/calendar-dates';
import type { SalesforceBatchRequest } from '@superscope/domain/salesforce-batch/salesforce-batch';
import { Views } from '../platform/engines.module.js';
import { parseInstant } from '../platform/time/sydney-instant.js';
import { CrmConnection } from './crm-connection.js';

/** The moments, in ClickHouse's form, and the part of the fund whose changes are exported. */
export interface ExportScope {
  from: string;
  /** Excluded. */
  to: string;
  /** Null for all plans. */
  planIds: readonly string[] | null;
  companyId: string | null;
  /** Rows go to Salesforce. Without one they go into files, which are then what has them. */
  isConnected: boolean;
}

export type ExportAsked = Pick<SalesforceBatchRequest, 'startDate' | 'endDate' | 'providerId' | 'companyId'>;

const clickhouseMidnight = (day: string) => parseInstant(day)!.replace('T', ' ').replace('Z', '');

@Injectable()
export class ExportScopes {
  constructor(
    private readonly views: Views,
    private readonly connection: CrmConnection,
  ) {}

  async of({ startDate, endDate, providerId, companyId }: ExportAsked): Promise<ExportScope> {
    return {
      from: clickhouseMidnight(startDate),
      to: clickhouseMidnight(addDays(endDate, 1)),
      planIds: companyId === null ? await this.plansOf(providerId) : await this.planOf(companyId),
      companyId,
      isConnected: this.connection.crm !== null,
    };
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
