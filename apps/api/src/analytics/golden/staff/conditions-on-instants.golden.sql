-- {"plan":"acme","timezone":"Australia/Sydney","p1":"2026-01-14 13:00:00.000","p2":"2026-02-28 13:00:00.000","p3":"2026-01-31 13:00:00.000","p4":"2026-02-02 12:59:59.999"}
SELECT
  toMonday(toTimeZone(at, {timezone:String})) AS k0,
  count() AS members
FROM contact_request FINAL
WHERE plan_id = {plan:String}
  AND toTimeZone(at, {timezone:String}) >= {p1:DateTime64(3, 'UTC')}
  AND toTimeZone(at, {timezone:String}) < {p2:DateTime64(3, 'UTC')}
  AND NOT (toTimeZone(at, {timezone:String}) >= {p3:DateTime64(3, 'UTC')} AND toTimeZone(at, {timezone:String}) <= {p4:DateTime64(3, 'UTC')})
  AND NOT (1)
GROUP BY k0
ORDER BY toString(k0)
LIMIT 10000
SETTINGS do_not_merge_across_partitions_select_final = 1
