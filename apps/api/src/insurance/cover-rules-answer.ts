import type { CoverRulesAnswer } from '@superscope/contracts/insurance-calculation';
import type { CoverRules } from '@superscope/domain/insurance/cover-rules';
import { coverTypes } from '@superscope/domain/insurance/premium-rates';
import { rulesOf, type InsuredCategory } from '@superscope/domain/insurance/quote-insurance';

/** The rules of a category's covers, in dollars; null where none of them is for the category. */
export function coverRulesAnswer(category: InsuredCategory, rules: CoverRules | null): CoverRulesAnswer {
  if (rules === null) return null;
  const byCover = rulesOf(category, rules);
  const covers = coverTypes.flatMap((type) => {
    const rule = byCover[type];
    if (rule === null) return [];
    const { fromAge, toAge, ceasesAtAge, defaultFromAge, defaultFromBalanceCents: from, loadingPercent } = rule;
    return {
      type,
      fromAge,
      toAge,
      ceasesAtAge: ceasesAtAge ?? toAge,
      defaultFromAge,
      defaultFromBalance: from === null ? null : from / 100,
      loadingPercent: loadingPercent === null ? null : Number(loadingPercent),
    };
  });
  return covers.length === 0 ? null : { validFrom: rules.validFrom, covers };
}
