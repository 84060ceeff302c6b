WITH received AS (
  SELECT member_id FROM campaign_engagement FINAL
  WHERE campaign_id = {campaign:String} AND recorded_at <= {recorded:DateTime64(3, 'UTC')}
)
SELECT leftPad(lower(hex(sumWithOverflow(a.record_key))), 16, '0') AS cell_key,
  count() AS members,
  countIf(b.gain_nominate_beneficiary IS NOT NULL AND a.score IS NOT NULL) AS c_concerned_nominateBeneficiary,
  countIf(b.gain_nominate_beneficiary IS NOT NULL AND a.score IS NOT NULL AND a.gain_nominate_beneficiary IS NULL) AS c_acted_nominateBeneficiary,
  countIf(got AND b.gain_nominate_beneficiary IS NOT NULL AND a.score IS NOT NULL) AS c_got_concerned_nominateBeneficiary,
  countIf(got AND b.gain_nominate_beneficiary IS NOT NULL AND a.score IS NOT NULL AND a.gain_nominate_beneficiary IS NULL) AS c_got_acted_nominateBeneficiary,
  countIf(b.gain_make_nomination_binding IS NOT NULL AND a.score IS NOT NULL) AS c_concerned_makeNominationBinding,
  countIf(b.gain_make_nomination_binding IS NOT NULL AND a.score IS NOT NULL AND a.gain_make_nomination_binding IS NULL) AS c_acted_makeNominationBinding,
  countIf(got AND b.gain_make_nomination_binding IS NOT NULL AND a.score IS NOT NULL) AS c_got_concerned_makeNominationBinding,
  countIf(got AND b.gain_make_nomination_binding IS NOT NULL AND a.score IS NOT NULL AND a.gain_make_nomination_binding IS NULL) AS c_got_acted_makeNominationBinding,
  countIf(b.gain_renew_nomination IS NOT NULL AND a.score IS NOT NULL) AS c_concerned_renewNomination,
  countIf(b.gain_renew_nomination IS NOT NULL AND a.score IS NOT NULL AND a.gain_renew_nomination IS NULL) AS c_acted_renewNomination,
  countIf(got AND b.gain_renew_nomination IS NOT NULL AND a.score IS NOT NULL) AS c_got_concerned_renewNomination,
  countIf(got AND b.gain_renew_nomination IS NOT NULL AND a.score IS NOT NULL AND a.gain_renew_nomination IS NULL) AS c_got_acted_renewNomination,
  countIf(b.gain_lift_life_cover IS NOT NULL AND a.score IS NOT NULL) AS c_concerned_liftLifeCover,
  countIf(b.gain_lift_life_cover IS NOT NULL AND a.score IS NOT NULL AND a.gain_lift_life_cover IS NULL) AS c_acted_liftLifeCover,
  countIf(got AND b.gain_lift_life_cover IS NOT NULL AND a.score IS NOT NULL) AS c_got_concerned_liftLifeCover,
  countIf(got AND b.gain_lift_life_cover IS NOT NULL AND a.score IS NOT NULL AND a.gain_lift_life_cover IS NULL) AS c_got_acted_liftLifeCover,
  countIf(b.gain_choose_suitable_investment IS NOT NULL AND a.score IS NOT NULL) AS c_concerned_chooseSuitableInvestment,
  countIf(b.gain_choose_suitable_investment IS NOT NULL AND a.score IS NOT NULL AND a.gain_choose_suitable_investment IS NULL) AS c_acted_chooseSuitableInvestment,
  countIf(got AND b.gain_choose_suitable_investment IS NOT NULL AND a.score IS NOT NULL) AS c_got_concerned_chooseSuitableInvestment,
  countIf(got AND b.gain_choose_suitable_investment IS NOT NULL AND a.score IS NOT NULL AND a.gain_choose_suitable_investment IS NULL) AS c_got_acted_chooseSuitableInvestment,
  countIf(b.gain_contribute_more IS NOT NULL AND a.score IS NOT NULL) AS c_concerned_contributeMore,
  countIf(b.gain_contribute_more IS NOT NULL AND a.score IS NOT NULL AND a.gain_contribute_more IS NULL) AS c_acted_contributeMore,
  countIf(got AND b.gain_contribute_more IS NOT NULL AND a.score IS NOT NULL) AS c_got_concerned_contributeMore,
  countIf(got AND b.gain_contribute_more IS NOT NULL AND a.score IS NOT NULL AND a.gain_contribute_more IS NULL) AS c_got_acted_contributeMore,
  countIf(b.gain_bring_super_together IS NOT NULL AND a.score IS NOT NULL) AS c_concerned_bringSuperTogether,
  countIf(b.gain_bring_super_together IS NOT NULL AND a.score IS NOT NULL AND a.gain_bring_super_together IS NULL) AS c_acted_bringSuperTogether,
  countIf(got AND b.gain_bring_super_together IS NOT NULL AND a.score IS NOT NULL) AS c_got_concerned_bringSuperTogether,
  countIf(got AND b.gain_bring_super_together IS NOT NULL AND a.score IS NOT NULL AND a.gain_bring_super_together IS NULL) AS c_got_acted_bringSuperTogether
FROM (
  SELECT member_id, gain_nominate_beneficiary, score, gain_make_nomination_binding, gain_renew_nomination, gain_lift_life_cover, gain_choose_suitable_investment, gain_contribute_more, gain_bring_super_together
  FROM member_edition
  WHERE plan_id = {plan:String} AND month = {before:Date} AND version = {before_version:UInt64}
) AS b
INNER JOIN (
  SELECT member_id, gain_nominate_beneficiary, score, gain_make_nomination_binding, gain_renew_nomination, gain_lift_life_cover, gain_choose_suitable_investment, gain_contribute_more, gain_bring_super_together, record_key, member_id IN (SELECT member_id FROM received) AS got
  FROM member_edition
  WHERE plan_id = {plan:String} AND month = {after:Date} AND version = {after_version:UInt64}
) AS a USING (member_id)
