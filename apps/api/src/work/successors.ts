import type { DocumentOf } from '@superscope/contracts/read-models/document-view';
import type { importsView } from '@superscope/contracts/read-models/imports';
import type { workView } from '@superscope/contracts/read-models/work';
import { nextCloseAfter } from '@superscope/domain/calendar/calendar';
import { sydneyDate, sydneyDayStart } from '@superscope/domain/calendar-dates';
import type { Filter } from 'mongodb';

type WorkDocument = DocumentOf<typeof workView>;
type ImportDocument = DocumentOf<typeof importsView>;

/** Terms that make no other document: which template serves it, the moment at which it was asked for, and whether the clock asked. */
const termsOfAsking: readonly string[] = ['template', 'moment', 'weekly'];
/** Terms that a request may lack, which then make another document by being there. */
const optionalTerms = ['period', 'audience', 'engagedOnly'] as const;

/** Documents up to the newest closed month. Once another month is closed, the same request makes another document. */
const ofNewestMonth: readonly (string | undefined)[] = ['pcmReport', 'policyCommitteeReport'];

/** Finds work that did later what this failed work was to do. */
export function successorFilter(failed: WorkDocument): Filter<WorkDocument> {
  const { _id, kind, terms = {} } = failed;
  const later = { _id: { $ne: _id }, state: 'done' as const, kind: kind!, endedAt: { $gt: failed.endedAt! } };
  if (kind !== 'salesforceExport')
    return {
      ...later,
      planId: failed.planId ?? null,
      companyId: failed.companyId ?? null,
      ...sameTerms(terms),
      ...(ofNewestMonth.includes(kind) && { requestedAt: { $lt: nextCloseOf(failed.requestedAt!) } }),
    };
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

/** Any other term counts, also one of a kind of work that was added since. */
const sameTerms = (terms: Readonly<Record<string, string>>) => ({
  ...Object.fromEntries(optionalTerms.map((name) => [`terms.${name}`, { $exists: false }])),
  ...Object.fromEntries(
    Object.entries(terms).flatMap(([name, value]) => (termsOfAsking.includes(name) ? [] : [[`terms.${name}`, value]])),
  ),
});

const nextCloseOf = (at: Date): Date => new Date(sydneyDayStart(nextCloseAfter(sydneyDate(at))));

/** Whether a file's name tells its month, so that a file of this name is of the same one: 'members_202603.csv'. */
const namesMonth = (fileName: string): boolean => /(?:19|20)\d\d[-_. ]?(?:0[1-9]|1[0-2])/.test(fileName);

/** Finds an import that completed later of this failed one's file, or of one that was mended under its name. That of another month is none. */
export const importSuccessorFilter = (failed: ImportDocument): Filter<ImportDocument> => {
  const { table, platformId, planId, acceptedAt, fileSha256, fileName } = failed;
  const sameFile = [{ fileSha256 }, ...(namesMonth(fileName) ? [{ fileName }] : [])];
  return { state: 'completed', table, platformId, planId, acceptedAt: { $gt: acceptedAt }, $or: sameFile };
};
