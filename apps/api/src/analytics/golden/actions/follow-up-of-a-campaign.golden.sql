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
  countIf(got AND b.v_nomination IN ('4|None') AND a.v_nomination NOT IN ('4|None', 'Unknown')) AS c_got_acted_nominateBeneficiary,
  countIf(b.v_nomination IN ('2|Non-binding') AND a.v_nomination NOT IN ('2|Non-binding', 'Unknown')) AS c_acted_makeNominationBinding,
  countIf(got AND b.v_nomination IN ('2|Non-binding')) AS c_got_concerned_makeNominationBinding,
  countIf(got AND b.v_nomination IN ('2|Non-binding') AND a.v_nomination NOT IN ('2|Non-binding', 'Unknown')) AS c_got_acted_makeNominationBinding,
  countIf(b.v_nomination IN ('3|Expired binding') AND a.v_nomination NOT IN ('3|Expired binding', 'Unknown')) AS c_acted_renewNomination,
  countIf(got AND b.v_nomination IN ('3|Expired binding')) AS c_got_concerned_renewNomination,
  countIf(got AND b.v_nomination IN ('3|Expired binding') AND a.v_nomination NOT IN ('3|Expired binding', 'Unknown')) AS c_got_acted_renewNomination,
  countIf(b.v_potentiallyInadequateLifeInsurance IN ('None')) AS c_before_potentiallyInadequateLifeInsurance_0,
  countIf(b.v_potentiallyInadequateLifeInsurance IN ('Under insured')) AS c_before_potentiallyInadequateLifeInsurance_1,
  countIf(b.v_potentiallyInadequateLifeInsurance IN ('On target')) AS c_before_potentiallyInadequateLifeInsurance_2,
  countIf(b.v_potentiallyInadequateLifeInsurance IN ('Over insured')) AS c_before_potentiallyInadequateLifeInsurance_3,
  countIf(b.v_potentiallyInadequateLifeInsurance IN ('None', 'Under insured') AND a.v_potentiallyInadequateLifeInsurance NOT IN ('None', 'Under insured', 'Unknown')) AS c_acted_liftLifeCover,
  countIf(got AND b.v_potentiallyInadequateLifeInsurance IN ('None', 'Under insured')) AS c_got_concerned_liftLifeCover,
  countIf(got AND b.v_potentiallyInadequateLifeInsurance IN ('None', 'Under insured') AND a.v_potentiallyInadequateLifeInsurance NOT IN ('None', 'Under insured', 'Unknown')) AS c_got_acted_liftLifeCover,
  countIf(b.v_investmentStrategySuitable IN (1)) AS c_before_investmentStrategySuitable_0,
  countIf(b.v_investmentStrategySuitable IN (0)) AS c_before_investmentStrategySuitable_1,
  countIf(b.v_investmentStrategySuitable IN (0) AND a.v_investmentStrategySuitable NOT IN (0, 2)) AS c_acted_chooseSuitableInvestment,
  countIf(got AND b.v_investmentStrategySuitable IN (0)) AS c_got_concerned_chooseSuitableInvestment,
  countIf(got AND b.v_investmentStrategySuitable IN (0) AND a.v_investmentStrategySuitable NOT IN (0, 2)) AS c_got_acted_chooseSuitableInvestment,
  countIf(b.v_makingVoluntaryContributions IN (1)) AS c_before_makingVoluntaryContributions_0,
  countIf(b.v_makingVoluntaryContributions IN (0)) AS c_before_makingVoluntaryContributions_1,
  countIf(b.v_makingVoluntaryContributions IN (0) AND a.v_makingVoluntaryContributions NOT IN (0, 2)) AS c_acted_contributeMore,
  countIf(got AND b.v_makingVoluntaryContributions IN (0)) AS c_got_concerned_contributeMore,
  countIf(got AND b.v_makingVoluntaryContributions IN (0) AND a.v_makingVoluntaryContributions NOT IN (0, 2)) AS c_got_acted_contributeMore,
  countIf(b.v_balanceWithinAverage IN (1)) AS c_before_balanceWithinAverage_0,
  countIf(b.v_balanceWithinAverage IN (0)) AS c_before_balanceWithinAverage_1,
  countIf(b.v_balanceWithinAverage IN (0) AND a.v_balanceWithinAverage NOT IN (0, 2)) AS c_acted_bringSuperTogether,
  countIf(got AND b.v_balanceWithinAverage IN (0)) AS c_got_concerned_bringSuperTogether,
  countIf(got AND b.v_balanceWithinAverage IN (0) AND a.v_balanceWithinAverage NOT IN (0, 2)) AS c_got_acted_bringSuperTogether
FROM (
  SELECT member_id, beneficiary_nomination_type AS v_nomination, life_insurance_indicator_result AS v_potentiallyInadequateLifeInsurance, investment_strategy_suitable AS v_investmentStrategySuitable, making_voluntary_contributions AS v_makingVoluntaryContributions, balance_within_average AS v_balanceWithinAverage
  FROM member_edition
  WHERE plan_id = {plan:String} AND month = {before:Date} AND version = {before_version:UInt64}
) AS b
INNER JOIN (
  SELECT member_id, beneficiary_nomination_type AS v_nomination, life_insurance_indicator_result AS v_potentiallyInadequateLifeInsurance, investment_strategy_suitable AS v_investmentStrategySuitable, making_voluntary_contributions AS v_makingVoluntaryContributions, balance_within_average AS v_balanceWithinAverage, record_key, member_id IN (SELECT member_id FROM received) AS got
  FROM member_edition
  WHERE plan_id = {plan:String} AND month = {after:Date} AND version = {after_version:UInt64}
) AS a USING (member_id)
