-- {"plan":"acme","month":"2026-05-01","version":4}
SELECT
  month AS k0,
  plan_id AS k1,
  count() AS members,
  count(score) AS p_score_have,
  countIf(score != 0) AS p_score_nonzero,
  sum(score) AS p_score_total,
  min(score) AS p_score_lowest,
  max(score) AS p_score_highest
FROM member_edition
WHERE plan_id = {plan:String}
  AND month = {month:Date}
  AND version = {version:UInt64}
GROUP BY k0, k1
