-- {"plans":["acme","other"],"month":"2026-05-01"}
SELECT
  month AS k0,
  plan_id AS k1,
  any(version) AS edition_version,
  count() AS members,
  sum(age) AS p_sum_age,
  countIf(age IS NOT NULL) AS p_known_age
FROM member_edition
WHERE plan_id IN {plans:Array(String)}
  AND month = {month:Date}
  AND (plan_id, month, version) IN (SELECT plan_id, month, version FROM plan_month FINAL)
GROUP BY k0, k1
