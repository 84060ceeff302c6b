-- {"plans":["acme"],"p1":"Cash"}
SELECT plan_id, asset_code, name
FROM (
  SELECT plan_id, asset_code, name
  FROM (
    SELECT platform_id, asset_code, argMax(asset.name, (data_date, revision)) AS name
    FROM asset FINAL
    GROUP BY platform_id, asset_code
  ) AS assets
  INNER JOIN (SELECT plan_id, platform_id FROM plan_platform FINAL WHERE plan_id IN {plans:Array(String)}) AS plans USING (platform_id)
) AS assets
WHERE name = {p1:String}
ORDER BY plan_id, asset_code
