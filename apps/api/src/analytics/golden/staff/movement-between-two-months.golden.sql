-- {"plan":"acme","from":"2025-12-01","to":"2026-05-01"}
SELECT
  from_band AS k0,
  to_band AS k1,
  count() AS members
FROM (
  SELECT plan_id,
    member_id,
    if(countIf(month = {from:Date}) = 0, 'Joined', anyIf(multiIf(score IS NULL, 'Unknown', score < 1000000, '0-1', score < 2000000, '1-2', score < 3000000, '2-3', score < 4000000, '3-4', '4-5'), month = {from:Date})) AS from_band,
    if(countIf(month = {to:Date}) = 0, 'Left', anyIf(multiIf(score IS NULL, 'Unknown', score < 1000000, '0-1', score < 2000000, '1-2', score < 3000000, '2-3', score < 4000000, '3-4', '4-5'), month = {to:Date})) AS to_band,
    argMax(rows.gender, month) AS gender,
    argMax(rows.age_group, month) AS age_group,
    argMax(rows.salary_group, month) AS salary_group,
    argMax(rows.address_state, month) AS address_state,
    argMax(rows.company_id, month) AS company_id,
    argMax(rows.category_id, month) AS category_id
  FROM member_snapshot AS rows FINAL
  WHERE plan_id = {plan:String} AND (month = {from:Date} OR month = {to:Date})
  GROUP BY plan_id, member_id
)
GROUP BY k0, k1
ORDER BY ifNull(members, 0) DESC, k0, k1
LIMIT 10000
SETTINGS do_not_merge_across_partitions_select_final = 1
