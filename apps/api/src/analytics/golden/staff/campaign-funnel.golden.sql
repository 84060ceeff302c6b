-- {"plan":"acme","p1":"email"}
SELECT
  step AS k0,
  uniqExactIf((campaign_id, member_id), step IN ('Open Email', 'Click Email')) AS converted,
  arraySum(run -> run.2, groupUniqArray((campaign_id, run_recipients))) AS reached
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
WHERE campaign_type = {p1:String}
  AND step IN ('Open Email', 'Click Email')
GROUP BY k0
ORDER BY ifNull(converted, 0) DESC, k0
LIMIT 10000
SETTINGS do_not_merge_across_partitions_select_final = 1
