-- {"plan":"acme","p1":"2025-07-01","p2":"2026-05-31","p3":1}
SELECT
  month AS k0,
  (last_sign_in_on >= month) AS k1,
  count() AS members
FROM member_snapshot FINAL
WHERE plan_id = {plan:String}
  AND month >= {p1:Date} AND month <= {p2:Date}
  AND (greatest(last_sign_in_on, last_tool_on, last_consultation_on) >= addMonths(month, -11)) = {p3:UInt8}
GROUP BY k0, k1
ORDER BY k0, multiIf(k1 = 1, 1, k1 = 0, 2, NULL)
LIMIT 10000
SETTINGS do_not_merge_across_partitions_select_final = 1
