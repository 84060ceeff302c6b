-- {"plan":"acme","p1":"2026-01-01","p2":"2026-06-15","p3":"email"}
SELECT campaign_id, plan_id, name, campaign_type, run_date, 0, 0, 0 FROM (SELECT campaign_id, plan_id, name, campaign_type, run_date
  FROM campaign FINAL
  WHERE plan_id = {plan:String}
    AND run_date >= {p1:Date} AND run_date <= {p2:Date}
    AND campaign_type = {p3:String})
