-- {"plan":"acme","p1":"2026-05-01","p2":"2026-03-01"}
SELECT
  (last_contact_insurance_on >= {p2:Date}) AS k0,
  count() AS members
FROM member_snapshot FINAL
WHERE plan_id = {plan:String}
  AND month = {p1:Date}
GROUP BY k0
ORDER BY ifNull(members, 0) DESC, multiIf(k0 = 1, 1, k0 = 0, 2, NULL)
LIMIT 10000
SETTINGS do_not_merge_across_partitions_select_final = 1
