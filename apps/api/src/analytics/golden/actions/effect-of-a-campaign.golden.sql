WITH received AS (
  SELECT member_id FROM campaign_engagement FINAL
  WHERE campaign_id = {campaign:String} AND recorded_at <= {recorded:DateTime64(3, 'UTC')}
)
SELECT leftPad(lower(hex(sumWithOverflow(a.record_key))), 16, '0') AS cell_key,
  count() AS members,
  countIf(got) AS received_by,
  countIf(b.v_nomination IN ('1|Binding')) AS c_before_nomination_0,
  countIf(b.v_nomination IN ('2|Non-binding')) AS c_before_nomination_1,
  countIf(b.v_nomination IN ('3|Expired binding')) AS c_before_nomination_2,
  countIf(b.v_nomination IN ('4|None')) AS c_before_nomination_3,
  countIf(b.v_nomination IN ('4|None') AND a.v_nomination NOT IN ('4|None', 'Unknown')) AS c_acted_nominateBeneficiary,
  countIf(got AND b.v_nomination IN ('4|None')) AS c_got_concerned_nominateBeneficiary,
  countIf(got AND b.v_nomination IN ('4|None') AND a.v_nomination NOT IN ('4|None', 'Unknown')) AS c_got_acted_nominateBeneficiary
FROM (
  SELECT member_id, beneficiary_nomination_type AS v_nomination
  FROM member_edition
  WHERE plan_id = {plan:String} AND month = {before:Date} AND version = {before_version:UInt64}
) AS b
INNER JOIN (
  SELECT member_id, beneficiary_nomination_type AS v_nomination, record_key, member_id IN (SELECT member_id FROM received) AS got
  FROM member_edition
  WHERE plan_id = {plan:String} AND month = {after:Date} AND version = {after_version:UInt64}
) AS a USING (member_id)
