-- {"plan":"acme","p1":"2025-07-01","p2":"2026-06-30","p3":"2025-07-01"}
SELECT
  count() AS members
FROM member_snapshot FINAL
WHERE plan_id = {plan:String}
  AND month >= {p1:Date} AND month <= {p2:Date}
  AND month = (SELECT max(month) FROM member_snapshot FINAL WHERE plan_id = {plan:String} AND month >= {p1:Date} AND month <= {p2:Date})
SETTINGS do_not_merge_across_partitions_select_final = 1
