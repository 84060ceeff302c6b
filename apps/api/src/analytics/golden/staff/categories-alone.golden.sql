-- {"plan":"acme"}
SELECT
  category_id AS k0,
  name AS k1,
  uniqExact((plan_id, category_id)) AS categories
FROM member_category FINAL
WHERE plan_id = {plan:String}
GROUP BY k0, k1
ORDER BY ifNull(categories, 0) DESC, k0, k1
LIMIT 10000
SETTINGS do_not_merge_across_partitions_select_final = 1
