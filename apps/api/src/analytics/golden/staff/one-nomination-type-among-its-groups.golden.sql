-- {"plan":"acme","p1":"4|None"}
SELECT
  beneficiary_nomination_type AS k0,
  count() AS members
FROM member_snapshot FINAL
WHERE plan_id = {plan:String}
  AND month = (SELECT max(month) FROM member_snapshot FINAL WHERE plan_id = {plan:String})
  AND beneficiary_nomination_type = {p1:String}
GROUP BY k0
ORDER BY ifNull(members, 0) DESC, k0
LIMIT 10000
SETTINGS do_not_merge_across_partitions_select_final = 1
