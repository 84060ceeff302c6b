import type {
  EarlierQuotation,
  CurrentInsurance,
  InsuranceCategory,
  InsuranceQuotation,
  PremiumLineAnswer,
} from '@superscope/contracts/insurance-calculation';
import { COVER_WORDS } from '../calculator/cover-rules-text';
import { number, trimmedMoney } from '../../ui/format';

export const COVERS: Record<PremiumLineAnswer['type'], string> = {
  Death: 'Death',
  TPD: 'Total and permanent disablement',
  SCI: 'Salary continuance',
};

export const coverText = ({ type, cover }: PremiumLineAnswer): string =>
  type === 'SCI' ? `${trimmedMoney(cover)} a month` : trimmedMoney(cover);

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
      : `${COVER_WORDS[type]} cover ${trimmedMoney(less)} less`;
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

/** 'Default and death $300,000' */
export function quotedText({ voluntaryDeathCover, voluntaryTpdCover, voluntarySciCover }: EarlierQuotation): string {
  const voluntary = [
    voluntaryDeathCover !== null && `death ${trimmedMoney(voluntaryDeathCover)}`,
    voluntaryTpdCover !== null && `TPD ${trimmedMoney(voluntaryTpdCover)}`,
    voluntarySciCover !== null && `SCI ${trimmedMoney(voluntarySciCover)}`,
  ].filter((part) => part !== false);
  return voluntary.length === 0 ? 'Default' : `Default and ${voluntary.join(', ')}`;
}
