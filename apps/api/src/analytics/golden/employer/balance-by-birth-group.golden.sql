-- {"plan":"acme","months":["2025-06-01","2025-09-01","2025-12-01","2026-03-01"],"version":3}
SELECT
  month AS k0,
  plan_id AS k1,
  birth_group AS k2,
  leftPad(lower(hex(sumWithOverflow(record_key))), 16, '0') AS cell_key,
  count() AS members,
  count(total_assets_owned_factored_cents) AS p_balance_have,
  countIf(total_assets_owned_factored_cents != 0) AS p_balance_nonzero,
  sum(total_assets_owned_factored_cents) AS p_balance_total,
  min(total_assets_owned_factored_cents) AS p_balance_lowest,
  max(total_assets_owned_factored_cents) AS p_balance_highest
FROM member_edition
WHERE plan_id = {plan:String}
  AND month IN {months:Array(Date)}
  AND version = {version:UInt64}
GROUP BY k0, k1, k2
