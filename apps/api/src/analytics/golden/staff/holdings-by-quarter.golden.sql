-- {"plan":"acme","p1":"2025-06-01","p2":"2026-05-31"}
WITH holding_months AS (
  SELECT plan_id, month, argMax(import_id, completed) AS import_id
  FROM (
    SELECT plan_id, month, import_id, maxIf(revision, step = 'completed') AS completed,
      argMaxIf(rows, revision, step = 'completed') AS expected, argMax(step, revision) AS latest
    FROM plan_month_import FINAL WHERE plan_id = {plan:String} AND content = 'assets'
    GROUP BY plan_id, month, import_id
  ) AS imports
  LEFT JOIN (
    SELECT plan_id, month, import_id, count() AS found
    FROM assets_owned_raw FINAL WHERE plan_id = {plan:String}
    GROUP BY plan_id, month, import_id
  ) AS stored USING (plan_id, month, import_id)
  WHERE latest = 'completed' AND found >= expected
  GROUP BY plan_id, month
)
SELECT
  toStartOfQuarter(month) AS k0,
  sum(balance_cents) AS held_cents
FROM (
  SELECT plan_id, month, member_id, asset_code, name, balance_cents
  FROM (
    SELECT plan_id, month, member_id, asset_code, balance_cents
    FROM assets_owned_raw FINAL
    WHERE plan_id = {plan:String} AND month >= {p1:Date} AND month <= {p2:Date} AND month IN (SELECT max(month) FROM holding_months WHERE plan_id = {plan:String} AND month >= {p1:Date} AND month <= {p2:Date} GROUP BY toStartOfQuarter(month)) AND balance_cents != 0
      AND (plan_id, month, import_id) IN (SELECT plan_id, month, import_id FROM holding_months)
      AND (plan_id, month, member_id) IN (
        SELECT plan_id, month, member_id FROM member_snapshot FINAL WHERE plan_id = {plan:String} AND month >= {p1:Date} AND month <= {p2:Date} AND month IN (SELECT max(month) FROM holding_months WHERE plan_id = {plan:String} AND month >= {p1:Date} AND month <= {p2:Date} GROUP BY toStartOfQuarter(month))
      )
  ) AS held
  LEFT JOIN (
  SELECT plan_id, asset_code, name
  FROM (
    SELECT platform_id, asset_code, argMax(asset.name, (data_date, revision)) AS name
    FROM asset FINAL
    GROUP BY platform_id, asset_code
  ) AS assets
  INNER JOIN (SELECT plan_id, platform_id FROM plan_platform FINAL WHERE plan_id = {plan:String}) AS plans USING (platform_id)
) AS named USING (plan_id, asset_code)
)
WHERE plan_id = {plan:String}
GROUP BY k0
ORDER BY k0
LIMIT 10000
SETTINGS do_not_merge_across_partitions_select_final = 1
