-- {"plan":"acme","p1":"2025-06-01","p2":"2026-05-31"}
SELECT
  month AS k0,
  countIf(gone = 0) AS members,
  countIf(joined = 1) AS joiners,
  countIf(exited = 1) AS leavers
FROM (
  SELECT *, 0 AS gone FROM member_snapshot FINAL
  UNION ALL
  SELECT *, 1 AS gone FROM member_exit FINAL
)
WHERE plan_id = {plan:String}
  AND month >= {p1:Date} AND month <= {p2:Date}
GROUP BY k0
ORDER BY k0
LIMIT 10000
SETTINGS do_not_merge_across_partitions_select_final = 1
