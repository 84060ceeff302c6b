-- {"plan":"acme","p1":"Female","p2":["NSW","VIC"],"p3":"NSW","p4":"VIC"}
SELECT
  multiIf(NOT (gender = {p1:String}), 1, NOT (address_state IN {p2:Array(String)}), 2, 0) AS failed,
  age_group AS k0,
  no_life_insurance AS k1,
  grouping(k0, k1) AS margin,
  count() AS members,
  sum(salary_cents) AS sum_salary_cents,
  countIf(salary_cents IS NOT NULL) AS known_salary_cents,
  countIf(salary_cents != 0) AS having_salary_cents,
  countIf(address_state = {p3:String}) AS selected_0_0,
  countIf(address_state = {p4:String}) AS selected_0_1
FROM member_snapshot FINAL
WHERE plan_id = {plan:String}
  AND month = (SELECT max(month) FROM member_snapshot FINAL WHERE plan_id = {plan:String})
  AND ((gender = {p1:String}) + (address_state IN {p2:Array(String)})) >= 1
GROUP BY GROUPING SETS (
  (failed, k0, k1),
  (failed, k0),
  (failed, k1),
  (failed)
)
SETTINGS do_not_merge_across_partitions_select_final = 1
