-- {"plan":"acme","p1":"2024-06-01","p2":"2026-05-31"}
SELECT
  month AS k0,
  count() AS members,
  sum(total_assets_owned_cents) AS sum_total_assets_owned_cents,
  countIf(total_assets_owned_cents IS NOT NULL) AS known_total_assets_owned_cents
FROM member_snapshot FINAL
WHERE plan_id = {plan:String}
  AND month >= {p1:Date} AND month <= {p2:Date}
GROUP BY k0
ORDER BY k0
LIMIT 10000
SETTINGS do_not_merge_across_partitions_select_final = 1
