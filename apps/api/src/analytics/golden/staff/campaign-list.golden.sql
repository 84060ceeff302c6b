-- {"plan":"acme"}
SELECT
  run_date AS k0,
  name AS k1,
  campaign_type AS k2,
  arraySum(run -> run.2, groupUniqArray((campaign_id, run_recipients))) AS reached,
  countIf(step = 'Open Email') AS opened,
  countIf(step = 'Click Email') AS clicked
FROM (
  SELECT campaign_id, plan_id, campaign_type, name, run_date
  FROM campaign FINAL WHERE plan_id = {plan:String}
) AS runs LEFT JOIN (
  SELECT campaign_id, member_id, step, min(campaign_engagement.at) AS at,
    countIf(step = 'Sent') OVER (PARTITION BY campaign_id) AS run_recipients
  FROM campaign_engagement FINAL
  WHERE campaign_id IN (SELECT campaign_id FROM campaign FINAL WHERE plan_id = {plan:String})
  GROUP BY campaign_id, member_id, step
) AS engagement USING (campaign_id)
WHERE campaign_type != 'Consult'
GROUP BY k0, k1, k2
ORDER BY k0, k1, k2
LIMIT 10000
SETTINGS do_not_merge_across_partitions_select_final = 1
