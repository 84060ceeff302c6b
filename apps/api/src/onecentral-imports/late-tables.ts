import { Injectable } from '@nestjs/common';
import { onecentralImportsView } from '@superscope/contracts/read-models/onecentral-imports';
import { addDays, sydneyDate } from '@superscope/domain/calendar-dates';
import { expectedTables, type ExpectedTable } from '@superscope/domain/onecentral-import/expected-tables';
import { Views } from '../platform/engines.module.js';

/** How far back arrivals are looked at. */
const lookedAtDays = 450;

/** The tables that OneCentral sends each month, and which of them are late: also a check for those who operate the portal. */
@Injectable()
export class LateTables {
  constructor(private readonly views: Views) {}

  /** Every table that came so far, the latest first. Files that were deleted do not count as having come, nor those that repeat what newer content has replaced. */
  async expected(now = new Date()): Promise<ExpectedTable[]> {
    const today = sydneyDate(now);
    const found = await this.views
      .of(onecentralImportsView)
      .find(
        {
          table: { $ne: null },
          isOlder: { $ne: true },
          isDeleted: false,
          arrivedAt: { $gte: new Date(addDays(today, -lookedAtDays)) },
        },
        { projection: { table: 1, arrivedAt: 1 } },
      )
      .toArray();
    const arrivals = found.flatMap(({ table, arrivedAt }) =>
      table === null ? [] : [{ table, on: sydneyDate(arrivedAt) }],
    );
    return expectedTables(arrivals, today);
  }

  /** Tables that came each month and have not come this month by the day by which they used to. */
  async late(now = new Date()): Promise<ExpectedTable[]> {
    return (await this.expected(now)).filter(({ daysLate }) => daysLate > 0);
  }
}
