import { Injectable } from '@nestjs/common';
import type { OptionChange } from '@superscope/domain/published-table/option-changes';
import { holdingMonths, withHoldingMonths } from '../analytics/compile/holdings-sql.js';
import { Analytics } from '../platform/engines.module.js';

/** How many members hold an option, and in how many plans. */
export interface Holders {
  members: number;
  plans: number;
}

interface Held {
  byOption: ReadonlyMap<string, Holders>;
  /** Members who hold any of the options removed, and any of those changed. */
  removed: number;
  changed: number;
}

const ofPlans = 'plan_id IN {plans:Array(String)}';

/** Each member's options with money in them, by the newest month of holdings of each plan. Who has left by then does not count. */
const heldSql = `${withHoldingMonths([ofPlans])},
newest AS (SELECT plan_id, max(month) AS month FROM ${holdingMonths} GROUP BY plan_id),
held AS (
  SELECT plan_id, member_id, asset_code
  FROM assets_owned_raw FINAL
  WHERE ${ofPlans} AND asset_code IN {codes:Array(String)} AND balance_cents != 0
    AND (plan_id, month, import_id) IN (SELECT plan_id, month, import_id FROM ${holdingMonths})
    AND (plan_id, month) IN (SELECT plan_id, month FROM newest)
    AND (plan_id, month, member_id) IN (SELECT plan_id, month, member_id FROM member_snapshot FINAL WHERE ${ofPlans})
)`;

/** Counts the members whom a change of investment options concerns. For Staff: the numbers are exact. */
@Injectable()
export class OptionHolders {
  constructor(private readonly analytics: Analytics) {}

  async of(plans: readonly string[], codes: Readonly<Record<OptionChange['kind'], readonly string[]>>): Promise<Held> {
    const asked = { plans, codes: [...codes.removed, ...codes.changed, ...codes.added] };
    if (plans.length === 0 || asked.codes.length === 0) return { byOption: new Map(), removed: 0, changed: 0 };
    const byOption = await this.rows<{ code: string; members: number; plans: number }>(
      `${heldSql}
SELECT asset_code AS code, toUInt32(uniqExact(member_id)) AS members, toUInt32(uniqExact(plan_id)) AS plans
FROM held GROUP BY asset_code`,
      asked,
    );
    const [totals] = await this.rows<{ removed: number; changed: number }>(
      `${heldSql}
SELECT toUInt32(uniqExactIf(member_id, has({removed:Array(String)}, asset_code))) AS removed,
  toUInt32(uniqExactIf(member_id, has({changed:Array(String)}, asset_code))) AS changed
FROM held`,
      { ...asked, removed: codes.removed, changed: codes.changed },
    );
    return {
      byOption: new Map(byOption.map(({ code, members, plans: inPlans }) => [code, { members, plans: inPlans }])),
      removed: totals?.removed ?? 0,
      changed: totals?.changed ?? 0,
    };
  }

  private async rows<Row>(query: string, params: Readonly<Record<string, readonly string[]>>): Promise<Row[]> {
    const answer = await this.analytics.client.query({
      query,
      query_params: params,
      format: 'JSONEachRow',
    });
    return answer.json<Row>();
  }
}
