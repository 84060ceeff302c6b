-- {"plan":"acme","month":"2026-05-01","version":4}
SELECT
  month AS k0,
  plan_id AS k1,
  count() AS members,
  countIf((last_contact_nominated_beneficiary_on >= addMonths(month, -11)) = 1) AS p_asked_nominatedBeneficiary_0,
  countIf((last_contact_account_balance_on >= addMonths(month, -11)) = 1) AS p_asked_accountBalance_0,
  countIf((last_contact_investment_on >= addMonths(month, -11)) = 1) AS p_asked_investment_0,
  countIf((last_contact_insurance_on >= addMonths(month, -11)) = 1) AS p_asked_insurance_0,
  countIf((last_contact_retirement_adequacy_on >= addMonths(month, -11)) = 1) AS p_asked_retirementAdequacy_0
FROM member_edition
WHERE plan_id = {plan:String}
  AND month = {month:Date}
  AND version = {version:UInt64}
GROUP BY k0, k1
