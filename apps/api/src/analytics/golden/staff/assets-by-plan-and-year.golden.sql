-- {"p1":["a"]}
SELECT
  toStartOfYear(data_date) AS k0,
  plan_id AS k1,
  uniqExact((platform_id, data_date, asset_code)) AS assets
FROM (
  SELECT *
  FROM asset FINAL
  WHERE (platform_id, data_date, import_id) IN (
    SELECT platform_id, data_date, argMax(import_id, published)
    FROM (
      SELECT platform_id, data_date, import_id, argMax(revision, chunk_index) AS published
      FROM asset FINAL
      WHERE platform_id IN (SELECT platform_id FROM (SELECT plan_id, platform_id FROM plan_platform FINAL WHERE arrayExists(value -> startsWith(lowerUTF8(toString(plan_id)), lowerUTF8(value)), {p1:Array(String)})))
      GROUP BY platform_id, data_date, import_id
      HAVING uniqExact(chunk_index) = max(chunks)
    )
    GROUP BY platform_id, data_date
  )
) AS assets INNER JOIN (SELECT plan_id, platform_id FROM plan_platform FINAL WHERE arrayExists(value -> startsWith(lowerUTF8(toString(plan_id)), lowerUTF8(value)), {p1:Array(String)})) AS plans USING (platform_id)
GROUP BY k0, k1
ORDER BY k0, k1
LIMIT 10000
SETTINGS do_not_merge_across_partitions_select_final = 1
