SELECT campaign_id, name, campaign_type, toString(run_date)
FROM campaign FINAL
WHERE plan_id = {plan:String} AND campaign_type != 'Consult'
ORDER BY run_date DESC, campaign_id
