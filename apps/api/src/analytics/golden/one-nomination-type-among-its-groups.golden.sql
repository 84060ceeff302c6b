-- {"plan":"acme"}
SELECT
  beneficiary_nomination_type AS k0,
  grouping(k0) AS margin,
  count() AS members
FROM member_snapshot FINAL
WHERE plan_id = {plan:String}
  AND month = (SELECT max(month) FROM member_snapshot FINAL WHERE plan_id = {plan:String})
GROUP BY GROUPING SETS (
  (k0),
  ()
)
SETTINGS do_not_merge_across_partitions_select_final = 1
