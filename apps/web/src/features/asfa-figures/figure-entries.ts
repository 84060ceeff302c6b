import {
  figureAmount,
  retirementStandardFields,
  type AsfaDocument,
  type AsfaFigures,
  type FigureValues,
  type FoundFigure,
  type SaveAsfa,
  type StandardField,
  type WeeklyBudgets,
} from '@superscope/contracts/asfa';

/** A document that was read, with the moment at which it was. */
export interface LoadedDocument {
  id: string;
  document: AsfaDocument;
  /** Null for a file. */
  pdfUrl: string | null;
  /** ISO instant. */
  loadedAt: string;
}

/** A place in one of the documents. */
export interface Place extends FoundFigure {
  of: LoadedDocument;
}

/** What a person did to the figures. Typed text goes before a figure kept, and both go before what was read. */
export interface Entries {
  documents: readonly LoadedDocument[];
  typed: Readonly<Partial<Record<StandardField, string>>>;
  kept: ReadonlySet<StandardField>;
  /** The amount chosen of a figure that is named twice. */
  picked: Readonly<Partial<Record<StandardField, number>>>;
}

export const NO_ENTRIES: Entries = { documents: [], typed: {}, kept: new Set(), picked: {} };

/** Where a figure stands in the documents: each amount once, at the first place that names it. */
export function placesOf(field: StandardField, documents: readonly LoadedDocument[]): Place[] {
  const places = documents.flatMap((of) =>
    of.document.found.filter((found) => found.field === field).map((found) => ({ ...found, of })),
  );
  return places.filter(({ amount }, at) => places.findIndex((place) => place.amount === amount) === at);
}

/** The amount of a typed text, such as `$110,000`; null if it is none. */
function amountOf(text: string): number | null {
  const plain = text.replaceAll(/[$,\s]/g, '');
  if (!/^\d+(\.\d{1,2})?$/.test(plain)) return null;
  return figureAmount.safeParse(Number(plain)).success ? Number(plain) : null;
}

const BUDGETS = [
  'modestSingleYearTotal',
  'modestCoupleYearTotal',
  'comfortableSingleYearTotal',
  'comfortableCoupleYearTotal',
] as const satisfies readonly StandardField[];
const budgets: ReadonlySet<StandardField> = new Set(BUDGETS);

/** The new amount of a figure, and the place that it was read from; nulls while it is missing. */
function entryOf(
  field: StandardField,
  { documents, typed, kept, picked }: Entries,
  now: AsfaFigures,
): { amount: number | null; place: Place | null } {
  const text = typed[field];
  const places = placesOf(field, documents);
  const isAsRead = budgets.has(field) && places.length > 0;
  if (!isAsRead && text !== undefined) return { amount: amountOf(text), place: null };
  if (kept.has(field)) return { amount: now[field], place: null };
  const place = (places.length === 1 ? places[0] : places.find(({ amount }) => amount === picked[field])) ?? null;
  return { amount: place?.amount ?? null, place };
}

/** Figures that no document names and nobody typed, and that have an amount now: all of them can be kept together. */
export const othersToKeep = (entries: Entries, now: AsfaFigures): StandardField[] =>
  retirementStandardFields.filter(
    (field) =>
      now[field] !== null &&
      entries.typed[field] === undefined &&
      !entries.kept.has(field) &&
      placesOf(field, entries.documents).length === 0,
  );

/** The new amount of a figure; null while it is missing. */
export const valueOf = (field: StandardField, entries: Entries, now: AsfaFigures): number | null =>
  entryOf(field, entries, now).amount;

/** The addresses of the documents that figures were read from. A figure kept has that of the set of now. */
export function pdfUrlsOf(entries: Entries, now: AsfaFigures): NonNullable<SaveAsfa['pdfUrls']> {
  const before = now.sets.find(({ at }) => at === now.at)?.pdfUrls;
  return Object.fromEntries(
    retirementStandardFields.flatMap((field) => {
      const isKept = entries.kept.has(field) && entryOf(field, entries, now).place === null;
      const pdfUrl = isKept ? before?.[field] : entryOf(field, entries, now).place?.of.pdfUrl;
      return pdfUrl == null ? [] : [[field, pdfUrl]];
    }),
  );
}

export const valuesOf = (entries: Entries, now: AsfaFigures): FigureValues =>
  Object.fromEntries(retirementStandardFields.map((field) => [field, valueOf(field, entries, now)]));

export const weeklyOf = (documents: readonly LoadedDocument[]): WeeklyBudgets =>
  Object.assign({}, ...documents.map(({ document }) => document.weekly)) as WeeklyBudgets;

/** Figures with these names, without those that are missing. */
const some = <Field extends StandardField>(values: FigureValues, fields: readonly Field[]) =>
  Object.fromEntries(fields.flatMap((field) => (values[field] == null ? [] : [[field, values[field]]]))) as Partial<
    Record<Field, number>
  >;

/** The request that saves these figures. */
export const requestOf = (at: string, values: FigureValues): SaveAsfa => ({
  at,
  savings: some(values, [
    'savingsModestSingle',
    'savingsModestCouple',
    'savingsComfortableSingle',
    'savingsComfortableCouple',
  ]),
  pension: some(values, ['pensionSingle', 'pensionCouple', 'assetsLimitSingleHomeOwner']),
  budgets: some(values, BUDGETS),
});
