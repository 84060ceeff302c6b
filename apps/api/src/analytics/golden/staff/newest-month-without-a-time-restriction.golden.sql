-- {"plan":"acme"}
SELECT
  sum(score) AS sum_score,
  countIf(score IS NOT NULL) AS known_score
FROM member_snapshot FINAL
WHERE plan_id = {plan:String}
  AND month = (SELECT max(month) FROM member_snapshot FINAL WHERE plan_id = {plan:String})
SETTINGS do_not_merge_across_partitions_select_final = 1
