-- {"plan":"acme","p1":"2026-05-01"}
SELECT
  count() AS members,
  sum(total_assets_owned_cents) AS sum_total_assets_owned_cents,
  sum(salary_cents) AS sum_salary_cents,
  countIf(salary_cents IS NOT NULL) AS known_salary_cents,
  sum(age) AS sum_age,
  countIf(age IS NOT NULL) AS known_age,
  sum(score) AS sum_score,
  countIf(score IS NOT NULL) AS known_score
FROM member_snapshot FINAL
WHERE plan_id = {plan:String}
  AND month = {p1:Date}
SETTINGS do_not_merge_across_partitions_select_final = 1
