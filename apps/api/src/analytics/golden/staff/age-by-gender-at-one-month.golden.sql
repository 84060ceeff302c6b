-- {"plan":"acme","p1":"2026-05-01"}
SELECT
  age_group AS k0,
  gender AS k1,
  count() AS members
FROM member_snapshot FINAL
WHERE plan_id = {plan:String}
  AND month = {p1:Date}
GROUP BY k0, k1
ORDER BY ifNull(members, 0) DESC, k0, k1
LIMIT 10000
SETTINGS do_not_merge_across_partitions_select_final = 1
