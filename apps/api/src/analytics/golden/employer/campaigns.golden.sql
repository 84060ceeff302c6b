-- {"plan":"acme","p1":"2026-01-01","p2":"2026-06-15","p3":"email","recorded":"2026-06-08 00:00:00.000"}
WITH runs AS (SELECT campaign_id, plan_id, name, campaign_type, run_date
  FROM campaign FINAL
  WHERE plan_id = {plan:String}
    AND run_date >= {p1:Date} AND run_date <= {p2:Date}
    AND campaign_type = {p3:String}),
taken AS (
  SELECT campaign_id, toStartOfMonth(any(run_date)) AS month, member_id,
    max(step IN ('Open Email', 'Click Email')) AS opened, max(step = 'Click Email') AS clicked
  FROM campaign_engagement FINAL INNER JOIN runs USING (campaign_id)
  WHERE recorded_at <= {recorded:DateTime64(3, 'UTC')}
  GROUP BY campaign_id, member_id
),
counted AS (
  SELECT campaign_id, count() AS recipients, countIf(opened) AS opened, countIf(clicked) AS clicked
  FROM taken
  WHERE (month, member_id) IN (
    SELECT month, member_id FROM member_edition
    WHERE plan_id = {plan:String} AND (month, version) IN (SELECT month, version FROM plan_month FINAL WHERE plan_id = {plan:String})
  )
  GROUP BY campaign_id
)
SELECT runs.campaign_id, runs.plan_id, runs.name, runs.campaign_type, runs.run_date, recipients, opened, clicked
FROM runs LEFT JOIN counted USING (campaign_id)
