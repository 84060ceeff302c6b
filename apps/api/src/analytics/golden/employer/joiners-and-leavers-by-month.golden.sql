-- {"plan":"acme","months":["2025-06-01","2025-07-01","2025-08-01","2025-09-01","2025-10-01","2025-11-01","2025-12-01","2026-01-01","2026-02-01","2026-03-01","2026-04-01","2026-05-01"],"of":["2025-06-01","2025-07-01","2025-08-01","2025-09-01","2025-10-01","2025-11-01","2025-12-01","2026-01-01","2026-02-01","2026-03-01","2026-04-01","2026-05-01"],"versions":[3,3,3,3,3,3,3,3,3,3,3,4]}
SELECT
  month AS k0,
  plan_id AS k1,
  gone,
  count() AS members,
  countIf(joined = 1) AS p_joiners,
  countIf(exited = 1) AS p_leavers,
  sum(salary_cents) AS p_sum_salary_cents,
  countIf(salary_cents IS NOT NULL) AS p_known_salary_cents
FROM (
  SELECT *, 0 AS gone FROM member_edition
  UNION ALL
  SELECT *, 1 AS gone FROM exit_edition
)
WHERE plan_id = {plan:String}
  AND month IN {months:Array(Date)}
  AND (month, version) IN arrayZip({of:Array(Date)}, {versions:Array(UInt64)})
GROUP BY k0, k1, gone
