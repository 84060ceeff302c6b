import { tablesInForce } from '@superscope/contracts/publications';
import { plansView } from '@superscope/contracts/read-models/fund';
import {
  coverRulePublicationsView,
  insuranceRatePublicationsView,
  occupationFactorPublicationsView,
} from '@superscope/contracts/read-models/publications';
import type { CoverRules } from '@superscope/domain/insurance/cover-rules';
import type { PremiumTables } from '@superscope/domain/insurance/quote-insurance';
import type { Views } from '../platform/engines.module.js';

/** The cover rules of a plan that are in force on a day. Null before their first day, as without any: nobody knows what held then. */
export async function coverRulesOn(views: Views, planId: string, day: string): Promise<CoverRules | null> {
  const stored = await views.of(coverRulePublicationsView).find({ ownerId: planId }).toArray();
  const table = tablesInForce(stored, day).get(planId);
  return table === undefined || table.validFrom > day ? null : table;
}

/**
 * The premium rates, occupation factors and cover rules of a plan that are in force on a day (yyyy-MM-dd). Rates do not hold before their first day.
 * Factors do, because a file gives them no date: a publication has that of its import.
 */
export async function premiumTables(views: Views, planId: string, day: string): Promise<PremiumTables> {
  const ofPlan = { ownerId: planId };
  const [plan, rates, factors, rules] = await Promise.all([
    views.of(plansView).findOne({ _id: planId }, { projection: { name: 1 } }),
    views.of(insuranceRatePublicationsView).find(ofPlan).toArray(),
    views.of(occupationFactorPublicationsView).find(ofPlan).toArray(),
    coverRulesOn(views, planId, day),
  ]);
  const firstOrNewest = tablesInForce(rates, day).get(planId) ?? null;
  const isBefore = firstOrNewest !== null && firstOrNewest.validFrom > day;
  return {
    planName: plan?.name ?? planId,
    rates: isBefore ? null : firstOrNewest,
    ratesBegin: isBefore ? firstOrNewest.validFrom : null,
    factors: tablesInForce(factors, day).get(planId) ?? null,
    rules,
  };
}
