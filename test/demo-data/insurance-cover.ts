import type { DemoMember } from './demo-member.js';
import { monthlyPremiumCents } from './premium-rates.js';

/** Covers in dollars (SCI monthly), premiums in cents a month. */
export interface Cover {
  death: number;
  tpd: number;
  sci: number;
  deathPremium: number;
  tpdPremium: number;
  sciPremium: number;
}
const none: Cover = { death: 0, tpd: 0, sci: 0, deathPremium: 0, tpdPremium: 0, sciPremium: 0 };

/** The share of insured members: 82 % overall, but 35 % under 25, where cover is opt-in. */
export const insuredShare = (age: number): number => (age < 25 ? 0.35 : 0.87);

export const coverOf = (member: DemoMember, age: number): Cover => {
  if (member.insuranceRank >= insuredShare(age) || age >= 70) return none;
  const { category, salary, gender, occupation } = member;
  const byFormula = Math.min(category.deathTpdAal, category.deathCover(salary, age));
  const death = Math.round(byFormula * member.coverFactor);
  const tpd = member.hasTpd && age < 65 ? death : 0;
  const sci =
    member.hasSci && age < 65 ? Math.min(category.sciAal, Math.round((salary * category.sciPercent) / 1200)) : 0;
  const premium = (type: 'Death' | 'TPD' | 'SCI', sum: number) =>
    sum === 0 ? 0 : monthlyPremiumCents(type, sum, gender, age + 1, occupation);
  return {
    death,
    tpd,
    sci,
    deathPremium: premium('Death', death),
    tpdPremium: premium('TPD', tpd),
    sciPremium: premium('SCI', 12 * sci),
  };
};
