-- {"plan":"acme","p1":"Female","p2":["NSW","VIC"],"p3":1}
SELECT
  age_group AS k0,
  count() AS members,
  sum(salary_cents) AS sum_salary_cents,
  countIf(salary_cents IS NOT NULL) AS known_salary_cents
FROM member_snapshot FINAL
WHERE plan_id = {plan:String}
  AND month = (SELECT max(month) FROM member_snapshot FINAL WHERE plan_id = {plan:String})
  AND gender = {p1:String}
  AND address_state IN {p2:Array(String)}
  AND no_life_insurance = {p3:UInt8}
GROUP BY k0
ORDER BY ifNull(members, 0) DESC, k0
LIMIT 10000
SETTINGS do_not_merge_across_partitions_select_final = 1
