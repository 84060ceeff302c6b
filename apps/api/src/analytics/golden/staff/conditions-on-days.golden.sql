-- {"plan":"acme","p1":"2025-06-01","p2":"2026-06-01","p3":"2025-12-01","p4":"2026-01-31","p5":"2025-07-16"}
SELECT
  count() AS members
FROM member_snapshot FINAL
WHERE plan_id = {plan:String}
  AND month > {p1:Date}
  AND month <= {p2:Date}
  AND NOT (month >= {p3:Date} AND month <= {p4:Date})
  AND month >= {p5:Date}
  AND month = (SELECT max(month) FROM member_snapshot FINAL WHERE plan_id = {plan:String} AND month > {p1:Date} AND month <= {p2:Date} AND NOT (month >= {p3:Date} AND month <= {p4:Date}) AND month >= {p5:Date})
SETTINGS do_not_merge_across_partitions_select_final = 1
