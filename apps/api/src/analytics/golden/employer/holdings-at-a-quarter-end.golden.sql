-- {"plan":"acme","month":"2026-03-01","version":3}
SELECT plan_id, month, asset_code, members, total_factored_cents, lowest_factored_cents, highest_factored_cents
FROM asset_edition
WHERE plan_id = {plan:String}
  AND month = {month:Date}
  AND version = {version:UInt64}
