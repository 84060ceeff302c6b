-- {"plan":"acme","month":"2026-03-01","version":3}
SELECT
  month AS k0,
  plan_id AS k1,
  salary_group AS k2,
  (greatest(last_sign_in_on, last_tool_on, last_consultation_on) >= addMonths(month, -11)) AS k3,
  leftPad(lower(hex(sumWithOverflow(record_key))), 16, '0') AS cell_key,
  count() AS members
FROM member_edition
WHERE plan_id = {plan:String}
  AND month = {month:Date}
  AND version = {version:UInt64}
GROUP BY k0, k1, k2, k3
