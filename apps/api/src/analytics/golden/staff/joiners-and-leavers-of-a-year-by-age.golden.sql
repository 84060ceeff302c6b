-- {"plan":"acme","p1":"2025-01-01","p2":"2025-12-31"}
SELECT
  toStartOfYear(month) AS k0,
  age_group AS k1,
  countIf(month IN (SELECT max(month) FROM member_snapshot FINAL WHERE plan_id = {plan:String} AND month >= {p1:Date} AND month <= {p2:Date} GROUP BY toStartOfYear(month)) AND gone = 0) AS members,
  sumIf(fees_cents, gone = 0) AS sum_fees_over,
  uniqExactIf(member_id, (ifNull(employer_contributions_cents, 0) > 0) AND gone = 0) AS people_contributors_employer_over,
  countIf(joined = 1) AS joiners_over,
  countIf(exited = 1) AS leavers_over
FROM (
  SELECT *, 0 AS gone FROM member_snapshot FINAL
  UNION ALL
  SELECT *, 1 AS gone FROM member_exit FINAL
)
WHERE plan_id = {plan:String}
  AND month >= {p1:Date} AND month <= {p2:Date}
GROUP BY k0, k1
ORDER BY k0, k1
LIMIT 10000
SETTINGS do_not_merge_across_partitions_select_final = 1
