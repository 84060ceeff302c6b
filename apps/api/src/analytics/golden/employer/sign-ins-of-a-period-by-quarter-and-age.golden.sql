-- {"plan":"acme","months":["2025-06-01","2025-09-01","2025-12-01","2026-03-01"],"version":3}
SELECT
  month AS k0,
  plan_id AS k1,
  age_group AS k2,
  (last_sign_in_on >= addMonths(month, -2)) AS k3,
  leftPad(lower(hex(sumWithOverflow(record_key))), 16, '0') AS cell_key,
  count() AS members
FROM member_edition
WHERE plan_id = {plan:String}
  AND month IN {months:Array(Date)}
  AND version = {version:UInt64}
GROUP BY k0, k1, k2, k3
