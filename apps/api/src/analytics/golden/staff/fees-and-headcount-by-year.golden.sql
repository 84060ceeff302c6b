-- {"plan":"acme","p1":"2024-01-01","p2":"2026-12-31"}
SELECT
  toStartOfYear(month) AS k0,
  countIf(month IN (SELECT max(month) FROM member_snapshot FINAL WHERE plan_id = {plan:String} AND month >= {p1:Date} AND month <= {p2:Date} GROUP BY toStartOfYear(month))) AS members,
  sum(fees_cents) AS sum_fees_over
FROM member_snapshot FINAL
WHERE plan_id = {plan:String}
  AND month >= {p1:Date} AND month <= {p2:Date}
GROUP BY k0
ORDER BY k0
LIMIT 10000
SETTINGS do_not_merge_across_partitions_select_final = 1
