const whereSql = (conditions: readonly string[]): string =>
  conditions.length > 0 ? ` WHERE ${conditions.join(' AND ')}` : '';

/** All assets that the plans' platforms ever published, with a row for each plan, under the name that was published last. */
export const platformAssetsSql = (plans: readonly string[]): string => `(
  SELECT plan_id, asset_code, name
  FROM (
    SELECT platform_id, asset_code, argMax(asset.name, (data_date, revision)) AS name
    FROM asset FINAL
    GROUP BY platform_id, asset_code
  ) AS assets
  INNER JOIN (SELECT plan_id, platform_id FROM plan_platform FINAL${whereSql(plans)}) AS plans USING (platform_id)
)`;

/** Name of the common table expression that maps each plan-month to the holdings import that counts. */
export const holdingMonths = 'holding_months';

/** The import that counts is the newest one that is not withdrawn and has all its rows, as in `PlanImports` of the projector. */
export const withHoldingMonths = (plans: readonly string[]): string => `WITH ${holdingMonths} AS (
  SELECT plan_id, month, argMax(import_id, completed) AS import_id
  FROM (
    SELECT plan_id, month, import_id, maxIf(revision, step = 'completed') AS completed,
      argMaxIf(rows, revision, step = 'completed') AS expected, argMax(step, revision) AS latest
    FROM plan_month_import FINAL${whereSql([...plans, "content = 'assets'"])}
    GROUP BY plan_id, month, import_id
  ) AS imports
  LEFT JOIN (
    SELECT plan_id, month, import_id, count() AS found
    FROM assets_owned_raw FINAL${whereSql(plans)}
    GROUP BY plan_id, month, import_id
  ) AS stored USING (plan_id, month, import_id)
  WHERE latest = 'completed' AND found >= expected
  GROUP BY plan_id, month
)`;

/** One row for each member, month and asset held. Members without a snapshot in the plan-month do not count. */
export const holdingsSql = (plans: readonly string[], months: readonly string[]): string => `(
  SELECT plan_id, month, member_id, asset_code, name, balance_cents
  FROM (
    SELECT plan_id, month, member_id, asset_code, balance_cents
    FROM assets_owned_raw FINAL
    WHERE ${[...plans, ...months, 'balance_cents != 0'].join(' AND ')}
      AND (plan_id, month, import_id) IN (SELECT plan_id, month, import_id FROM ${holdingMonths})
      AND (plan_id, month, member_id) IN (
        SELECT plan_id, month, member_id FROM member_snapshot FINAL${whereSql([...plans, ...months])}
      )
  ) AS held
  LEFT JOIN ${platformAssetsSql(plans)} AS named USING (plan_id, asset_code)
)`;
