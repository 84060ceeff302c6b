import { shape } from '../shape.js';
import type { ExportObject } from './salesforce-batch.js';

/** A place in the log of all events, in decimal digits. A larger number is later. */
export const logPosition = shape<string>((value) => typeof value === 'string' && /^\d{1,20}$/.test(value), '4711', '0');

/** Of whom a batch is: a provider, an employer, or all. */
export interface BatchOwner {
  providerId: string | null;
  companyId: string | null;
}

/** What a batch that has gone to its end covers. */
export interface RowsCovered extends BatchOwner {
  workId: string;
  number: number;
  /** The days of its window. */
  startDate: string;
  endDate: string;
  /** Its rows went to Salesforce, and not into files only. */
  isSent: boolean;
  /** Up to which position each object's changes of the window are covered; of all days if nothing older was left. */
  objects: readonly (readonly [object: ExportObject, through: string, isWhole: boolean])[];
}

/** Changes of an object that need not be sent any more: those up to a position, of some days or of all. */
export interface Covering extends BatchOwner {
  number: number;
  /** The last day of the batch's window. */
  on: string;
  object: ExportObject;
  isSent: boolean;
  through: bigint;
  /** Null for all days. */
  days: { startDate: string; endDate: string } | null;
}

/** Changes that are not covered: after a position, without those of some days up to a later one. */
export interface Unsent {
  after: bigint;
  /** The position after which any provider's changes are not covered. What has come to this provider since may be that old. */
  lowest: bigint;
  covered: readonly { startDate: string; endDate: string; through: bigint }[];
}

/** Of whom changes are asked for. */
export interface AskedOwner extends BatchOwner {
  /** The providers whose changes they are: one, or all that there are. */
  providerIds: readonly string[];
  /** All providers that there are. */
  allProviderIds: readonly string[];
  /** What is only in files counts as not sent. */
  isConnected: boolean;
}

const contains = (days: Covering['days'], { startDate, endDate }: { startDate: string; endDate: string }): boolean =>
  days === null || (days.startDate <= startDate && days.endDate >= endDate);

/** Whether a covering says everything that another one says. */
const includes = (covering: Covering, other: Covering): boolean =>
  covering.object === other.object &&
  (covering.isSent || !other.isSent) &&
  (covering.providerId === null || covering.providerId === other.providerId) &&
  (covering.companyId === null || covering.companyId === other.companyId) &&
  (other.days === null ? covering.days === null : contains(covering.days, other.days)) &&
  covering.through >= other.through;

/** Adds what a batch covers, and forgets what that includes. */
export const withCovered = (
  coverings: readonly Covering[],
  { number, providerId, companyId, startDate, endDate, isSent, objects }: RowsCovered,
): readonly Covering[] =>
  objects.reduce<readonly Covering[]>((known, [object, through, isWhole]) => {
    const days = isWhole ? null : { startDate, endDate };
    const added: Covering = {
      number,
      object,
      isSent,
      through: BigInt(through),
      days,
      on: endDate,
      providerId,
      companyId,
    };
    return known.some((each) => includes(each, added) && each.number > number)
      ? known
      : [...known.filter((each) => !includes(added, each)), added];
  }, coverings);

const least = (positions: readonly bigint[]): bigint =>
  positions.length === 0 ? 0n : positions.reduce((a, b) => (a < b ? a : b));
const greatest = (positions: readonly bigint[]): bigint => positions.reduce((a, b) => (a > b ? a : b), 0n);

/** The watermark of a provider: the position up to which all changes of an object are covered, 0 before the first. */
const watermark = (coverings: readonly Covering[], ofProvider: string): bigint =>
  greatest(
    coverings.flatMap(({ providerId, days, through }) =>
      days === null && (providerId === null || providerId === ofProvider) ? [through] : [],
    ),
  );

const usable = (coverings: readonly Covering[], object: ExportObject, { isConnected, companyId }: AskedOwner) =>
  coverings.filter(
    (each) =>
      each.object === object &&
      (each.isSent || !isConnected) &&
      (each.companyId === null || each.companyId === companyId),
  );

/** The changes of an object that nothing covers. */
export function unsentOf(coverings: readonly Covering[], object: ExportObject, asked: AskedOwner): Unsent {
  const { providerIds, allProviderIds } = asked;
  const known = usable(coverings, object, asked);
  const ofAll = known.filter(({ companyId }) => companyId === null);
  const after = least(providerIds.map((providerId) => watermark(known, providerId)));
  const covered = known.flatMap(({ days, through, providerId }) =>
    days !== null && through > after && providerIds.every((each) => providerId === null || providerId === each)
      ? [{ ...days, through }]
      : [],
  );
  const lowest = least(allProviderIds.map((providerId) => watermark(ofAll, providerId)));
  return { after, lowest: lowest < after ? lowest : after, covered };
}

/** The newest batch that has covered some days; null if none has. */
export const coveredBy = (
  coverings: readonly Covering[],
  asked: AskedOwner,
  days: { startDate: string; endDate: string },
): number | null => {
  const numbers = coverings.flatMap((each) =>
    usable([each], each.object, asked).length === 1 &&
    contains(each.days, days) &&
    (each.providerId === null || asked.providerIds.includes(each.providerId))
      ? [each.number]
      : [],
  );
  return numbers.length === 0 ? null : Math.max(...numbers);
};

/** Whether a recorded change is unsent: what the statements of exports ask of rows, for one change. */
export const isUnsent = ({ after, covered }: Unsent, { position, day }: { position: bigint; day: string }): boolean =>
  position > after &&
  !covered.some(({ startDate, endDate, through }) => position <= through && day >= startDate && day <= endDate);

/** Whether two batches may have the same rows. */
export const isOverlapping = (a: BatchOwner, b: BatchOwner): boolean =>
  a.companyId !== null && b.companyId !== null
    ? a.companyId === b.companyId
    : a.providerId === null || b.providerId === null || a.providerId === b.providerId;
