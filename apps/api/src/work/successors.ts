import type { DocumentOf } from '@superscope/contracts/read-models/document-view';
import type { importsView } from '@superscope/contracts/read-models/imports';
import type { workView } from '@superscope/contracts/read-models/work';
import type { Filter } from 'mongodb';

type WorkDocument = DocumentOf<typeof workView>;
type ImportDocument = DocumentOf<typeof importsView>;

/** Terms that make a document another one. Which template serves it, and the moment at which it was asked for, do not. */
const termsOfScope = ['period', 'viewId', 'audience', 'engagedOnly', 'host'] as const;

/** Finds work that did later what this failed work was to do. */
export function successorFilter(failed: WorkDocument): Filter<WorkDocument> {
  const { _id, kind, terms = {} } = failed;
  const later = { _id: { $ne: _id }, state: 'done' as const, kind: kind!, endedAt: { $gt: failed.endedAt! } };
  if (kind !== 'salesforceExport')
    return { ...later, planId: failed.planId ?? null, companyId: failed.companyId ?? null, ...sameTerms(terms) };
  const { providerId, retryOf, missingOf } = terms;
  const sentAgain = { ...later, 'terms.retryOf': retryOf ?? _id };
  if (retryOf !== undefined) return sentAgain;
  if (missingOf !== undefined) return { $or: [sentAgain, { ...later, 'terms.missingOf': missingOf }] };
  const covers = {
    ...later,
    'terms.retryOf': { $exists: false },
    'terms.missingOf': { $exists: false },
    start: { $lte: failed.start! },
    end: { $gte: failed.end! },
    companyId: { $in: [failed.companyId ?? null, null] },
    // Without a provider it is of all of them.
    ...(providerId === undefined
      ? { 'terms.providerId': { $exists: false } }
      : { 'terms.providerId': { $in: [providerId, null as never] } }),
  };
  return { $or: [sentAgain, covers] };
}

const sameTerms = (terms: Readonly<Record<string, string>>) =>
  Object.fromEntries(termsOfScope.map((name) => [`terms.${name}`, terms[name] ?? { $exists: false }]));

/** Finds an import that completed later for what this failed one was to import. */
export const importSuccessorFilter = ({ table, platformId, planId, acceptedAt }: ImportDocument) =>
  ({ state: 'completed', table, platformId, planId, acceptedAt: { $gt: acceptedAt } }) as Filter<ImportDocument>;
