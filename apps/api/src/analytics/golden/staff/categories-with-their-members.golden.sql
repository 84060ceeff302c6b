-- {"plan":"acme","p1":"2025-06-01","p2":"2026-05-31","p3":1}
SELECT
  toStartOfQuarter(month) AS k0,
  name AS k1,
  active AS k2,
  sum(members) AS in_category
FROM (
  SELECT plan_id, category_id, name, active, month, by_category[category_id] AS members
  FROM (SELECT plan_id, category_id, name, active FROM member_category FINAL WHERE plan_id = {plan:String}) AS categories
  INNER JOIN (
    SELECT plan_id, month, mapFromArrays(groupArray(toString(category_id)), groupArray(in_category)) AS by_category
    FROM (
      SELECT plan_id, month, category_id, count() AS in_category
      FROM member_snapshot FINAL WHERE plan_id = {plan:String} AND month >= {p1:Date} AND month <= {p2:Date} AND month IN (SELECT max(month) FROM member_snapshot FINAL WHERE plan_id = {plan:String} AND month >= {p1:Date} AND month <= {p2:Date} GROUP BY toStartOfQuarter(month))
      GROUP BY plan_id, month, category_id
    )
    GROUP BY plan_id, month
  ) AS months USING (plan_id)
)
WHERE plan_id = {plan:String}
  AND active = {p3:UInt8}
GROUP BY k0, k1, k2
ORDER BY k0, k1, multiIf(k2 = 1, 1, k2 = 0, 2, NULL)
LIMIT 10000
SETTINGS do_not_merge_across_partitions_select_final = 1
