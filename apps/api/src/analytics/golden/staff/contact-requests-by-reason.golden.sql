-- {"plan":"acme","timezone":"Australia/Sydney","p1":"2025-12-31 13:00:00.000","p2":"2026-12-31 12:59:59.999"}
SELECT
  toStartOfMonth(toTimeZone(at, {timezone:String})) AS k0,
  reason AS k1,
  count() AS members,
  uniqExact(member_id) AS askers
FROM contact_request FINAL
WHERE plan_id = {plan:String}
  AND toTimeZone(at, {timezone:String}) >= {p1:DateTime64(3, 'UTC')} AND toTimeZone(at, {timezone:String}) <= {p2:DateTime64(3, 'UTC')}
GROUP BY k0, k1
ORDER BY toString(k0), k1
LIMIT 10000
SETTINGS do_not_merge_across_partitions_select_final = 1
