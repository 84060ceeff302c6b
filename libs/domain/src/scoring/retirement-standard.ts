import type { IsoDate } from '../calendar-dates.js';
import type { SuperParameterRow } from '../dated-figures/dated-figures.js';

/**
 * One dated set of ASFA's retirement standard with the Age Pension of that date, in dollars. Year totals are ASFA's yearly budgets, and
 * savings are ASFA's lump sums for age 67. Neither is derived from the other, and sets are never mixed.
 */
export interface RetirementStandard {
  /** The day after the quarter of the budgets. */
  at: IsoDate;
  modestSingleYearTotal: number;
  modestCoupleYearTotal: number;
  comfortableSingleYearTotal: number;
  comfortableCoupleYearTotal: number;
  savingsModestSingle: number;
  savingsModestCouple: number;
  savingsComfortableSingle: number;
  savingsComfortableCouple: number;
  /** Full Age Pension a year. The pension of a couple is for both partners together. */
  pensionSingle: number;
  pensionCouple: number;
  /** Assets test: the limit up to which a single home owner gets the full pension. */
  assetsLimitSingleHomeOwner: number;
}

export const retirementStandardFields = [
  'modestSingleYearTotal',
  'modestCoupleYearTotal',
  'comfortableSingleYearTotal',
  'comfortableCoupleYearTotal',
  'savingsModestSingle',
  'savingsModestCouple',
  'savingsComfortableSingle',
  'savingsComfortableCouple',
  'pensionSingle',
  'pensionCouple',
  'assetsLimitSingleHomeOwner',
] as const satisfies readonly (keyof RetirementStandard)[];

export type StandardField = (typeof retirementStandardFields)[number];

/** A set that may still lack figures. */
export type RetirementStandardDraft = Pick<RetirementStandard, 'at'> & {
  [Field in StandardField]?: number | null;
} & {
  /** The addresses of the documents that figures were read from, where they are known. */
  pdfUrls?: Readonly<Partial<Record<StandardField, string>>>;
};

/** Names of the figures that a set lacks. Zero or less counts as missing. */
export const missingFigures = (set: Omit<RetirementStandardDraft, 'at'>): StandardField[] =>
  retirementStandardFields.filter((field) => !((set[field] ?? 0) > 0));

export const isComplete = (set: RetirementStandardDraft): set is RetirementStandard => missingFigures(set).length === 0;

/** A set's figures among the super parameters are named `retirementStandard.{figure}`. */
const PREFIX = 'retirementStandard.';

export const standardParameters: readonly string[] = retirementStandardFields.map((field) => PREFIX + field);

/** A set as rows of `superParameters`, valid from the set's date. */
export const retirementStandardRows = ({
  pdfUrls,
  ...set
}: RetirementStandard & Pick<RetirementStandardDraft, 'pdfUrls'>): SuperParameterRow[] =>
  retirementStandardFields.map((field) => {
    const row = { name: PREFIX + field, value: set[field], validFrom: set.at };
    const pdfUrl = pdfUrls?.[field];
    return pdfUrl === undefined ? row : { ...row, pdfUrl };
  });

/** The sets among super parameters, complete and incomplete ones, oldest first. Of rows with one name and date the last counts. */
export function retirementStandardsIn(superParameters: readonly SuperParameterRow[]): RetirementStandardDraft[] {
  const sets = new Map<IsoDate, RetirementStandardDraft>();
  for (const { name, value, validFrom, pdfUrl } of superParameters) {
    const field = retirementStandardFields.find((known) => name === PREFIX + known);
    if (field === undefined) continue;
    const { pdfUrls, ...set }: RetirementStandardDraft = sets.get(validFrom) ?? { at: validFrom };
    const { [field]: _, ...others } = pdfUrls ?? {};
    const documents = pdfUrl === undefined ? others : { ...others, [field]: pdfUrl };
    const isRead = Object.keys(documents).length > 0;
    sets.set(validFrom, { ...set, [field]: value, ...(isRead && { pdfUrls: documents }) });
  }
  return [...sets.values()].sort((a, b) => (a.at < b.at ? -1 : 1));
}
