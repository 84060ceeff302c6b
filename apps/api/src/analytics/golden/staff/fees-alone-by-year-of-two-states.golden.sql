-- {"plan":"acme","p1":"2024-01-01","p2":"2026-12-31","p3":["NSW","VIC"]}
SELECT
  toStartOfYear(month) AS k0,
  sum(fees_cents) AS sum_fees_over
FROM member_snapshot FINAL
WHERE plan_id = {plan:String}
  AND month >= {p1:Date} AND month <= {p2:Date}
  AND address_state IN {p3:Array(String)}
GROUP BY k0
ORDER BY k0
LIMIT 10000
SETTINGS do_not_merge_across_partitions_select_final = 1
