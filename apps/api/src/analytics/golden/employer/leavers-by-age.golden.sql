-- {"plan":"acme","month":"2026-03-01","version":3}
SELECT
  month AS k0,
  plan_id AS k1,
  age_group AS k2,
  leftPad(lower(hex(sumWithOverflow(record_key))), 16, '0') AS cell_key,
  gone,
  count() AS members,
  countIf(exited = 1) AS p_leavers
FROM (
  SELECT *, 0 AS gone FROM member_edition
  UNION ALL
  SELECT *, 1 AS gone FROM exit_edition
)
WHERE plan_id = {plan:String}
  AND month = {month:Date}
  AND version = {version:UInt64}
GROUP BY k0, k1, k2, gone
