-- {"p1":"2026-01-01","p2":60,"p3":["w"],"p4":["mod","ass"],"p5":"Male"}
SELECT
  toStartOfQuarter(month) AS k0,
  plan_id AS k1,
  risk_profile_name AS k2,
  (greatest(last_sign_in_on, last_tool_on, last_consultation_on) >= addMonths(month, -11)) AS k3,
  count() AS members
FROM member_snapshot FINAL
WHERE month >= {p1:Date}
  AND month IN (SELECT max(month) FROM member_snapshot FINAL WHERE month >= {p1:Date} GROUP BY toStartOfQuarter(month))
  AND (age >= {p2:Float64} OR (NOT arrayExists(value -> positionCaseInsensitiveUTF8(toString(address_state), value) > 0, {p3:Array(String)}) AND arrayExists(value -> startsWith(lowerUTF8(toString(risk_profile_name)), lowerUTF8(value)), {p4:Array(String)}) AND no_life_insurance < 2))
  AND ifNull(NOT (gender = {p5:String}), 1)
GROUP BY k0, k1, k2, k3
ORDER BY k0, k1, k2, multiIf(k3 = 1, 1, k3 = 0, 2, NULL)
LIMIT 10000
SETTINGS do_not_merge_across_partitions_select_final = 1
