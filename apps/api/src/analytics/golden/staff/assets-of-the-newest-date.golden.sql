-- {"plan":"acme","p1":60}
SELECT
  name AS k0,
  is_choice AS k1,
  sum(growth_percent) AS sum_growth_percent,
  count(growth_percent) AS known_growth_percent
FROM (
  SELECT *
  FROM asset FINAL
  WHERE (platform_id, data_date, import_id) IN (
    SELECT platform_id, max(data_date), argMax(import_id, (data_date, published))
    FROM (
      SELECT platform_id, data_date, import_id, argMax(revision, chunk_index) AS published
      FROM asset FINAL
      WHERE platform_id IN (SELECT platform_id FROM (SELECT plan_id, platform_id FROM plan_platform FINAL WHERE plan_id = {plan:String}))
      GROUP BY platform_id, data_date, import_id
      HAVING uniqExact(chunk_index) = max(chunks)
    )
    GROUP BY platform_id
  )
)
WHERE growth_percent >= {p1:Float64}
GROUP BY k0, k1
ORDER BY if(ifNull(known_growth_percent, 0) = 0, NULL, floor(1000000 * ifNull(sum_growth_percent, 0) / ifNull(known_growth_percent, 0) + 0.5) / 1000000) DESC, k0, multiIf(k1 = 1, 1, k1 = 0, 2, NULL)
LIMIT 10000
SETTINGS do_not_merge_across_partitions_select_final = 1
