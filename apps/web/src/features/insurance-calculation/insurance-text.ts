import type {
  CoverRulesAnswer,
  CurrentInsurance,
  InsuranceCategory,
  InsuranceQuotation,
  PremiumLineAnswer,
} from '@superscope/contracts/insurance-calculation';
import { date, number, trimmedMoney } from '../../ui/format';

export const COVERS: Record<PremiumLineAnswer['type'], string> = {
  Death: 'Death',
  TPD: 'Total and permanent disablement',
  SCI: 'Salary continuance',
};

export const coverText = ({ type, cover }: PremiumLineAnswer): string =>
  type === 'SCI' ? `${trimmedMoney(cover)} a month` : trimmedMoney(cover);

const RULED: Record<PremiumLineAnswer['type'], string> = {
  Death: 'death',
  TPD: 'TPD',
  SCI: 'salary continuance',
};

/** 'Death 15 to 70, TPD 15 to 67, salary continuance 15 to 65.' */
export function openText(rules: CoverRulesAnswer): string {
  const open = (rules?.covers ?? []).map(
    ({ type, fromAge, toAge, ceasesAtAge }) =>
      `${RULED[type]} ${fromAge} to ${toAge}${ceasesAtAge === toAge ? '' : `, ending at ${ceasesAtAge}`}`,
  );
  if (open.length === 0) return 'From and to which age covers are open is not known.';
  const text = `${open.join(', ')}.`;
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
    byStart.set(start, [...(byStart.get(start) ?? []), RULED[type]]);
  }
  const all = [...byStart];
  if (all.length === 1) return `Default cover begins ${all[0]![0]}.`;
  return all.map(([start, covers]) => `Default ${covers.join(' and ')} begins ${start}.`).join(' ');
}

/** 'Rate with a loading of 7.50 % for salary continuance.' Empty if there is none. */
export function loadingText(rules: CoverRulesAnswer): string {
  const loaded = (rules?.covers ?? []).filter(({ loadingPercent }) => loadingPercent !== null && loadingPercent > 0);
  if (loaded.length === 0) return '';
  const parts = loaded.map(({ type, loadingPercent }) => `${number(loadingPercent!, 2)} % for ${RULED[type]}`);
  return `Rates with a loading of ${parts.join(', ')}.`;
}

/** 'Rules of 01/07/2026' */
export const rulesNote = (rules: CoverRulesAnswer): string =>
  rules === null ? 'The plan has published no cover rules for this day' : `Cover rules of ${date(rules.validFrom)}`;

/** 'Death and TPD: 4 x salary. Salary continuance: 75 %.' */
export function categoryText({ deathFormula, tpdFormula, sciPercent }: InsuranceCategory): string {
  const lumpSums =
    deathFormula === tpdFormula
      ? deathFormula === null
        ? 'No death and TPD cover by default.'
        : `Death and TPD: ${deathFormula}.`
      : `Death: ${deathFormula ?? 'none'}. TPD: ${tpdFormula ?? 'none'}.`;
  const sci =
    sciPercent === null || sciPercent === 0 ? 'none' : `${number(sciPercent, Number.isInteger(sciPercent) ? 0 : 2)} %`;
  return `${lumpSums} Salary continuance: ${sci}.`;
}

/** 'Death cover $132,440 less than now.' Null if no cover is known to fall. */
export function fallsText(
  { default: byDefault, voluntary }: InsuranceQuotation,
  { deathCover, tpdCover, sciCover }: CurrentInsurance,
): string | null {
  const falls = ([type, held]: [PremiumLineAnswer['type'], number | null]) => {
    const quoted = [...byDefault, ...voluntary].reduce((sum, line) => (line.type === type ? sum + line.cover : sum), 0);
    const less = Math.round(((held ?? 0) - quoted) * 100) / 100;
    if (less <= 0) return [];
    return type === 'SCI'
      ? `salary continuance ${trimmedMoney(less)} a month less`
      : `${RULED[type]} cover ${trimmedMoney(less)} less`;
  };
  const parts = (
    [
      ['Death', deathCover],
      ['TPD', tpdCover],
      ['SCI', sciCover],
    ] as [PremiumLineAnswer['type'], number | null][]
  ).flatMap(falls);
  const text = parts.join(', ');
  return text === '' ? null : `${text[0]!.toUpperCase()}${text.slice(1)} than now.`;
}

/** What exceeds automatic acceptance: the largest part, and the rest in words. Null if nothing does. */
export function aboveLimitText({ aboveLimit }: InsuranceQuotation): { value: string; note: string } | null {
  const { death, tpd, sci } = aboveLimit;
  const monthly = sci > 0 ? `${trimmedMoney(sci)} a month of salary continuance` : '';
  const and = monthly === '' ? '' : `, and ${monthly}`;
  if (death > 0 && death === tpd)
    return { value: trimmedMoney(death), note: `of death cover, and as much of TPD${and}` };
  if (death > 0)
    return {
      value: trimmedMoney(death),
      note: `of death cover${tpd > 0 ? `, and ${trimmedMoney(tpd)} of TPD` : ''}${and}`,
    };
  if (tpd > 0) return { value: trimmedMoney(tpd), note: `of TPD cover${and}` };
  return sci > 0 ? { value: trimmedMoney(sci), note: 'a month of salary continuance' } : null;
}

/** '0.65 death and TPD, 0.70 SCI' */
export function factorsText({ death, tpd, sci }: InsuranceQuotation['factors']): string {
  const known = (factor: number | null) => (factor === null ? 'none' : number(factor, 2));
  const lumpSums = death === tpd ? `${known(death)} death and TPD` : `${known(death)} death, ${known(tpd)} TPD`;
  return `${lumpSums}, ${known(sci)} SCI`;
}
