-- {"plan":"acme","month":"2026-03-01","version":3,"p1":"Female","p2":["NSW","VIC"]}
SELECT
  month AS k0,
  plan_id AS k1,
  age_group AS k2,
  address_state AS k3,
  no_life_insurance AS k4,
  leftPad(lower(hex(sumWithOverflow(record_key))), 16, '0') AS cell_key,
  count() AS members
FROM member_edition
WHERE plan_id = {plan:String}
  AND month = {month:Date}
  AND version = {version:UInt64}
  AND gender = {p1:String}
  AND address_state IN {p2:Array(String)}
GROUP BY k0, k1, k2, k3, k4
