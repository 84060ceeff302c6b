import { Injectable } from '@nestjs/common';
import { onecentralImportsView } from '@superscope/contracts/read-models/onecentral-imports';
import { addDays, sydneyDate } from '@superscope/domain/calendar-dates';
import { onecentralExpectationsStream } from '@superscope/domain/onecentral-expectations/onecentral-expectations';
import { expectedTables, type ExpectedTable } from '@superscope/domain/onecentral-import/expected-tables';
import { EventStore } from '@superscope/event-store/event-store';
import { Views } from '../platform/engines.module.js';

/** How far back arrivals are looked at. */
const lookedAtDays = 450;

/** The tables that OneCentral sends, and which of them are late: also a check for those who operate the portal. */
@Injectable()
export class LateTables {
  constructor(
    private readonly views: Views,
    private readonly store: EventStore,
  ) {}

  /** Every table that came so far or that a person expects, the latest first. Files that were deleted do not count as having come, nor those that repeat what newer content has replaced. */
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
    const { state } = await this.store.load(onecentralExpectationsStream, '');
    return expectedTables(arrivals, today, state);
  }

  /** Tables that have not come by the day on which they are expected. */
  async late(now = new Date()): Promise<ExpectedTable[]> {
    return (await this.expected(now)).filter(({ daysLate }) => daysLate > 0);
  }
}
