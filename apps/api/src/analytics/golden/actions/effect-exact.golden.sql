WITH received AS (
  SELECT member_id FROM campaign_engagement FINAL
  WHERE campaign_id = {campaign:String} AND recorded_at <= {recorded:DateTime64(3, 'UTC')}
)
SELECT '' AS cell_key,
  count() AS members,
  countIf(b.gain_nominate_beneficiary IS NOT NULL AND a.score IS NOT NULL) AS c_concerned_nominateBeneficiary,
  countIf(b.gain_nominate_beneficiary IS NOT NULL AND a.score IS NOT NULL AND a.gain_nominate_beneficiary IS NULL) AS c_acted_nominateBeneficiary,
  countIf(got AND b.gain_nominate_beneficiary IS NOT NULL AND a.score IS NOT NULL) AS c_got_concerned_nominateBeneficiary,
  countIf(got AND b.gain_nominate_beneficiary IS NOT NULL AND a.score IS NOT NULL AND a.gain_nominate_beneficiary IS NULL) AS c_got_acted_nominateBeneficiary
FROM (
  SELECT member_id, gain_nominate_beneficiary, score
  FROM member_snapshot FINAL
  WHERE plan_id = {plan:String} AND month = {before:Date}
) AS b
INNER JOIN (
  SELECT member_id, gain_nominate_beneficiary, score, member_id IN (SELECT member_id FROM received) AS got
  FROM member_snapshot FINAL
  WHERE plan_id = {plan:String} AND month = {after:Date}
) AS a USING (member_id)
