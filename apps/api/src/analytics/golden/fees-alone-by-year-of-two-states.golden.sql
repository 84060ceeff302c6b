-- {"plan":"acme","p1":"2024-01-01","p2":"2026-12-31","p3":["NSW","VIC"],"p4":"NSW","p5":"VIC"}
SELECT
  multiIf(NOT (address_state IN {p3:Array(String)}), 1, 0) AS failed,
  toStartOfYear(month) AS k0,
  sum(fees_cents) AS sum_fees_over,
  uniqExactIf(member_id, (fees_cents != 0)) AS people_fees_over,
  uniqExact(member_id) AS members_over,
  uniqExactIf(member_id, address_state = {p4:String}) AS selected_over_0_0,
  uniqExactIf(member_id, address_state = {p5:String}) AS selected_over_0_1
FROM member_snapshot FINAL
WHERE plan_id = {plan:String}
  AND month >= {p1:Date} AND month <= {p2:Date}
GROUP BY failed, k0
SETTINGS do_not_merge_across_partitions_select_final = 1
