-- {"plan":"acme"}
SELECT
  toString(member_id) AS k0,
  sum(age) AS sum_age,
  countIf(age IS NOT NULL) AS known_age
FROM member_snapshot FINAL
WHERE plan_id = {plan:String}
  AND month = (SELECT max(month) FROM member_snapshot FINAL WHERE plan_id = {plan:String})
  AND salary_cents IS NOT NULL
GROUP BY k0, plan_id, month, member_id
ORDER BY if(ifNull(known_age, 0) = 0, NULL, floor(ifNull(sum_age, 0) / ifNull(known_age, 0) * 1000000 + 2.220446049250313e-16 + 0.5) / 1000000) DESC, k0, plan_id, month, member_id
LIMIT 10000
SETTINGS do_not_merge_across_partitions_select_final = 1
