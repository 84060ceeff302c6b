-- {"plan":"acme","months":["2025-06-01","2025-07-01","2025-08-01","2025-09-01","2025-10-01","2025-11-01","2025-12-01","2026-01-01","2026-02-01","2026-03-01","2026-04-01","2026-05-01"],"of":["2025-06-01","2025-07-01","2025-08-01","2025-09-01","2025-10-01","2025-11-01","2025-12-01","2026-01-01","2026-02-01","2026-03-01","2026-04-01","2026-05-01"],"versions":[3,3,3,3,3,3,3,3,3,3,3,4]}
SELECT
  month AS k0,
  plan_id AS k1,
  count() AS members,
  countIf((last_contact_on >= month) = 1) AS p_asked_any_0
FROM member_edition
WHERE plan_id = {plan:String}
  AND month IN {months:Array(Date)}
  AND (month, version) IN arrayZip({of:Array(Date)}, {versions:Array(UInt64)})
GROUP BY k0, k1
