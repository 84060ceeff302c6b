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
SETTINGS do_not_merge_across_partitions_select_final = 1
