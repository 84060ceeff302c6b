-- {"plan":"acme"}
SELECT
  uniqExact((name, campaign_type)) AS campaigns,
  uniqExact(campaign_id) AS runs
FROM (
  SELECT campaign_id, plan_id, campaign_type, name, run_date
  FROM campaign FINAL WHERE plan_id = {plan:String}
)
WHERE campaign_type != 'Consult'
SETTINGS do_not_merge_across_partitions_select_final = 1
