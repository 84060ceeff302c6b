import type { CoverRulesAnswer, PremiumLineAnswer } from '@superscope/contracts/insurance-calculation';
import { date, number, trimmedMoney } from '../../ui/format';

export const COVER_WORDS: Record<PremiumLineAnswer['type'], string> = {
  Death: 'death',
  TPD: 'TPD',
  SCI: 'salary continuance',
};

/** 'Death 15 to 70, TPD 15 to 67, salary continuance not known.' */
export function openText(rules: CoverRulesAnswer): string {
  if (rules === null) return 'From and to which age covers are open is not known.';
  const parts = (Object.keys(COVER_WORDS) as PremiumLineAnswer['type'][]).map((type) => {
    const rule = rules.covers.find((cover) => cover.type === type);
    if (rule === undefined) return `${COVER_WORDS[type]} not known`;
    const { fromAge, toAge, ceasesAtAge } = rule;
    return `${COVER_WORDS[type]} ${fromAge} to ${toAge}${ceasesAtAge === toAge ? '' : `, ending at ${ceasesAtAge}`}`;
  });
  const text = `${parts.join(', ')}.`;
  return `${text[0]!.toUpperCase()}${text.slice(1)}`;
}

/** When default cover begins by the rules, a sentence for the covers of each beginning. Empty if no rule is known. */
export function startText(rules: CoverRulesAnswer): string {
  const byStart = new Map<string, string[]>();
  for (const { type, defaultFromAge, defaultFromBalance } of rules?.covers ?? []) {
    const parts = [
      defaultFromAge === null ? null : `at age ${defaultFromAge}`,
      defaultFromBalance === null ? null : `with ${trimmedMoney(defaultFromBalance)} in the account`,
    ].filter((part) => part !== null);
    const start = parts.length === 0 ? 'with membership' : parts.join(' and ');
    byStart.set(start, [...(byStart.get(start) ?? []), COVER_WORDS[type]]);
  }
  const all = [...byStart];
  if (all.length === 1 && rules?.covers.length === Object.keys(COVER_WORDS).length)
    return `Default cover begins ${all[0]![0]}.`;
  return all.map(([start, covers]) => `Default ${covers.join(' and ')} begins ${start}.`).join(' ');
}

/** 'Rate with a loading of 7.50 % for salary continuance.' Empty if there is none. */
export function loadingText(rules: CoverRulesAnswer): string {
  const loaded = (rules?.covers ?? []).filter(({ loadingPercent }) => loadingPercent !== null && loadingPercent > 0);
  if (loaded.length === 0) return '';
  const parts = loaded.map(({ type, loadingPercent }) => `${number(loadingPercent!, 2)} % for ${COVER_WORDS[type]}`);
  return `Rates with a loading of ${parts.join(', ')}.`;
}

/** 'Rules of 01/07/2026' */
export const rulesNote = (rules: CoverRulesAnswer): string =>
  rules === null
    ? 'The plan has published no cover rules for this category and day'
    : `Cover rules of ${date(rules.validFrom)}`;
