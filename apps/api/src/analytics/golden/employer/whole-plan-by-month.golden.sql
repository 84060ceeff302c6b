-- {"plan":"acme","months":["2025-06-01","2025-07-01","2025-08-01","2025-09-01","2025-10-01","2025-11-01","2025-12-01","2026-01-01","2026-02-01","2026-03-01","2026-04-01","2026-05-01"],"of":["2025-06-01","2025-07-01","2025-08-01","2025-09-01","2025-10-01","2025-11-01","2025-12-01","2026-01-01","2026-02-01","2026-03-01","2026-04-01","2026-05-01"],"versions":[3,3,3,3,3,3,3,3,3,3,3,4]}
SELECT
  month AS k0,
  plan_id AS k1,
  count() AS members,
  count(total_assets_owned_factored_cents) AS p_balance_have,
  countIf(total_assets_owned_factored_cents != 0) AS p_balance_nonzero,
  sum(total_assets_owned_factored_cents) AS p_balance_total,
  min(total_assets_owned_factored_cents) AS p_balance_lowest,
  max(total_assets_owned_factored_cents) AS p_balance_highest,
  sum(salary_cents) AS p_sum_salary_cents,
  countIf(salary_cents IS NOT NULL) AS p_known_salary_cents,
  sum(benchmark_cents) AS p_benchmark_total,
  count(benchmark_cents) AS p_benchmark_have,
  countIf(no_life_insurance = 1) AS p_cover_death_0,
  countIf(no_life_insurance = 0) AS p_cover_death_1,
  count(score) AS p_score_have,
  countIf(score != 0) AS p_score_nonzero,
  sum(score) AS p_score_total,
  min(score) AS p_score_lowest,
  max(score) AS p_score_highest,
  countIf(beneficiary_nomination_type = '1|Binding') AS p_nomination_0,
  countIf(beneficiary_nomination_type = '2|Non-binding') AS p_nomination_1,
  countIf(beneficiary_nomination_type = '3|Expired binding') AS p_nomination_2,
  countIf(beneficiary_nomination_type = '4|None') AS p_nomination_3
FROM member_edition
WHERE plan_id = {plan:String}
  AND month IN {months:Array(Date)}
  AND (month, version) IN arrayZip({of:Array(Date)}, {versions:Array(UInt64)})
GROUP BY k0, k1
