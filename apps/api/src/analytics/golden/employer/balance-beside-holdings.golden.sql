-- {"plan":"acme","month":"2026-03-01","version":3}
SELECT
  month AS k0,
  plan_id AS k1,
  count() AS members,
  count(total_assets_owned_factored_cents) AS p_balance_have,
  countIf(total_assets_owned_factored_cents != 0) AS p_balance_nonzero,
  sum(total_assets_owned_factored_cents) AS p_balance_total,
  min(total_assets_owned_factored_cents) AS p_balance_lowest,
  max(total_assets_owned_factored_cents) AS p_balance_highest
FROM member_edition
WHERE plan_id = {plan:String}
  AND month = {month:Date}
  AND version = {version:UInt64}
GROUP BY k0, k1
