import { createHash } from 'node:crypto';
import type { CsvRow } from '@superscope/contracts/csv-rows';
import { csvTable, type CsvTable } from '@superscope/contracts/csv-tables';
import { assetsOwnedStream, importAssetsOwned, type AssetOwnedRow } from '@superscope/domain/assets-owned/assets-owned';
import { monthOf } from '@superscope/domain/calendar-dates';
import type { Decision, DomainEvent, StreamDefinition } from '@superscope/domain/event';
import { namesOf } from '@superscope/domain/event';
import { importSnapshots, memberSnapshotsStream } from '@superscope/domain/member-snapshots/member-snapshots';
import { planMonthId, type PlanMonthImports } from '@superscope/domain/plan-month-import';
import type { RowValues } from '@superscope/domain/file-check/row-values';
import { isInterpolated, sciTermsKey } from '@superscope/domain/insurance/premium-rates';
import {
  snapshotColumnNames,
  snapshotColumns,
  snapshotRow,
} from '@superscope/domain/member-snapshots/snapshot-columns';
import { lookAlikeKey } from '@superscope/domain/text/clean-text';
import {
  assetFields,
  assetsStream,
  coverRuleFields,
  feeFields,
  feesStream,
  insuranceRateFields,
  insuranceRatesStream,
  occupationFactorFields,
  providerContactFields,
  providerContactsStream,
  type PublishedEventType,
  storedRow,
  withEveryColumn,
  withoutBlankAdded,
} from '@superscope/domain/published-table/published-rows';
import {
  coverRuleProblems,
  factorProblems,
  feeProblems,
  optionProblems,
  performanceTestProblems,
  rateProblems,
  repeatedCoverRules,
  tierProblems,
  type CoverRuleLine,
  type LineProblem,
  type FactorLine,
  type OptionLine,
  type RateLine,
  type TierLine,
} from '@superscope/domain/published-table/line-problems';
import {
  publishTable,
  publishUndatedTable,
  type PublishedTableEvent,
  type PublishedTables,
  type TableRow,
} from '@superscope/domain/published-table/published-table';
import { readerOf } from '@superscope/event-store/events/by-event';
import {
  groupOf,
  partsOf,
  type AcrossLines,
  type Check,
  type GroupComparison,
  type GroupTable,
  type Item,
  type Place,
} from './import-table.js';
import { publishedBefore, rowsBefore } from './rows-before.js';
import { standingRows, type ImportStream } from './standing-rows.js';

/** SHA-256 of rows in their order. */
const digestOf = (rows: readonly string[]): string =>
  createHash('sha256')
    .update(`${rows.join('\n')}\n`)
    .digest('hex');

interface GroupSpec<Table extends CsvTable, State, Event extends DomainEvent, Row> {
  table: Table;
  sorted: boolean;
  stream: StreamDefinition<State, Event>;
  idOf: (owner: string, at: string) => string;
  item: (row: CsvRow<Table>, place: Place, check: Check) => Item<Row>;
  decide: (
    of: { importId: string; owner: string; at: string; acceptedOn: string; digest: string },
    rows: readonly Row[],
  ) => Decision<State, Event>;
  comparison: GroupComparison;
}

function groupTable<Table extends CsvTable, State, Event extends DomainEvent, Row>(
  spec: GroupSpec<Table, State, Event, Row>,
): GroupTable {
  const { table, sorted, stream, idOf, item, decide, comparison } = spec;
  return {
    kind: 'groups',
    table,
    sorted,
    comparison,
    item,
    write: async (group, rows, { importId, acceptedOn, acceptedAt, store, by, wrote }) => {
      const [owner, at] = partsOf(group);
      const ordered = sorted ? rows.toSorted() : rows;
      const digest = digestOf(ordered);
      const parse = () => JSON.parse(`[${ordered.join(',')}]`) as Row[];
      // Rows are parsed only when the decision runs, not while they wait.
      const decision: Decision<State, Event> = (state) =>
        decide({ importId, owner, at, acceptedOn, digest }, parse())(state);
      const written = await store.transact(stream, idOf(owner, at), decision, by(`${table}/${group}`), {
        asOf: acceptedAt,
      });
      wrote(written);
      return written.events > 0;
    },
  };
}

/** A table whose import replaces a whole plan-month. */
function planMonthTable<Table extends CsvTable, Event extends DomainEvent, Row>(
  spec: Omit<GroupSpec<Table, PlanMonthImports, Event, Row>, 'sorted' | 'idOf' | 'comparison'> & ImportStream<Event>,
  compared: Pick<GroupComparison, 'keyOf' | 'valuesOf' | 'rankBy'>,
): GroupTable {
  const comparison: GroupComparison = {
    ...compared,
    before: (group, _today, store) => rowsBefore(store, spec, ...partsOf(group)),
    labelOf: compared.keyOf,
    asksForRemoved: false,
  };
  const standing: GroupTable['standing'] = (group, members, store) =>
    standingRows(store, spec, planMonthId(...partsOf(group)), members);
  return { ...groupTable({ ...spec, sorted: true, idOf: planMonthId, comparison }), standing };
}

const snapshotValues = ([, ...values]: readonly (string | number | boolean | null)[]): RowValues =>
  Object.fromEntries(
    snapshotColumnNames.map((name, at) => {
      const value = values[at] ?? null;
      return [name, snapshotColumns[name].kind === 'cents' && typeof value === 'number' ? value / 100 : value];
    }),
  );

export const memberSnapshots = planMonthTable(
  {
    table: 'memberSnapshots',
    stream: memberSnapshotsStream,
    chunkOf: readerOf(
      memberSnapshotsStream,
      { ignores: ['MemberSnapshotsBegun', 'MemberSnapshotsCompleted', 'SnapshotImportWithdrawn'] },
      { MemberSnapshotsChunkImported: ({ data }) => data },
    ),
    item: (row, { planId, memberId }) => ({
      id: groupOf(planId, monthOf(row.asAt)),
      data: snapshotRow(memberId, row),
    }),
    decide: ({ importId, owner, at, digest }, rows) =>
      importSnapshots({ importId, planId: owner, month: at }, rows, digest),
  },
  { keyOf: ([memberId]: readonly [string]) => memberId, valuesOf: snapshotValues, rankBy: 'totalAssetsOwned' },
);

export const assetsOwned = planMonthTable(
  {
    table: 'assetsOwned',
    stream: assetsOwnedStream,
    chunkOf: readerOf(
      assetsOwnedStream,
      { ignores: ['AssetsOwnedBegun', 'AssetsOwnedCompleted', 'AssetsOwnedImportWithdrawn'] },
      { AssetsOwnedChunkImported: ({ data }) => data },
    ),
    item: (row, { planId, memberId }) => {
      const data: AssetOwnedRow = [memberId, row.assetCode, row.balance];
      return { id: groupOf(planId, monthOf(row.asAt)), data };
    },
    decide: ({ importId, owner, at, digest }, rows) =>
      importAssetsOwned({ importId, planId: owner, month: at }, rows, digest),
  },
  {
    keyOf: ([memberId, assetCode]: AssetOwnedRow) => `${memberId} ${assetCode}`,
    valuesOf: ([, assetCode, cents]: AssetOwnedRow) => ({ assetCode, balance: cents / 100 }),
    rankBy: 'balance',
  },
);

/** A table that a platform, plan or provider publishes as a whole. Its rows are stored as in the file, with money in dollars. */
function publishedTable<Table extends CsvTable>(
  table: Table,
  type: PublishedEventType,
  stream: StreamDefinition<PublishedTables, PublishedTableEvent>,
  /** The owner and the date of a row ('' if the table has no date), and its other values. */
  part: (row: CsvRow<Table>, place: Place, check: Check) => { owner: string; validFrom: string; row: TableRow },
  more: {
    acrossLines?: () => AcrossLines;
    /** What identifies a row of the table, if it is not the values of the key's columns in whatever case. */
    keyOf?: (row: TableRow) => string;
    /** What a row says, if that is not its cells. */
    valuesOf?: (row: TableRow) => RowValues;
    asksForRemoved?: true;
  } = {},
): GroupTable {
  // The owner and the date are those of the whole table.
  const own = csvTable(table).key.filter(
    (column) => !['platformId', 'planId', 'providerId', 'dataDate', 'validFrom'].includes(column),
  );
  const keyOf = (row: TableRow) => own.map((column) => keyPart(row[column])).join('\u0001');
  const comparison: GroupComparison = {
    before: (group, today, store) => publishedBefore(store, stream, type, partsOf(group), today),
    keyOf: more.keyOf ?? keyOf,
    labelOf: (row: TableRow) => own.flatMap((column) => row[column] ?? []).join(', '),
    valuesOf: more.valuesOf ?? ((row: TableRow) => row),
    rankBy: null,
    asksForRemoved: more.asksForRemoved ?? false,
  };
  const imported = groupTable({
    table,
    sorted: false,
    stream,
    idOf: (owner) => owner,
    comparison,
    item: (row: CsvRow<Table>, place, check) => {
      const { owner, validFrom, row: data } = part(row, place, check);
      return { id: groupOf(owner, validFrom), data };
    },
    decide: ({ importId, owner, at, acceptedOn, digest }, rows: readonly TableRow[]) =>
      at === ''
        ? publishUndatedTable(type, { importId, ownerId: owner, validFrom: acceptedOn, digest }, rows)
        : publishTable(type, { importId, ownerId: owner, validFrom: at, digest }, rows),
  });
  const { acrossLines } = more;
  return acrossLines === undefined ? imported : { ...imported, acrossLines };
}

/** Keys that differ in case or in what nobody sees are one, and a tier without a beginning begins at 0. */
const keyPart = (value: TableRow[string] | undefined): string =>
  value === 0 ? '' : lookAlikeKey(String(value ?? '')).toLowerCase();

/** Gathers what a rule needs of each line. A table's rows are held whole when they are written, so they may be held here. */
function linesOf<Table extends CsvTable, Line>(
  lineOf: (line: number, row: CsvRow<Table>, place: Place) => Line,
  problems: (lines: readonly Line[]) => readonly LineProblem[],
): () => AcrossLines {
  return () => {
    const lines: Line[] = [];
    return {
      add: (line, row: CsvRow<Table>, place) => void lines.push(lineOf(line, row, place)),
      problems: () => problems(lines),
    };
  };
}

/** The events that publish tables. Each stream has some of them. */
const publishes = {
  ...namesOf(assetsStream),
  ...namesOf(feesStream),
  ...namesOf(insuranceRatesStream),
  ...namesOf(providerContactsStream),
};

export const assets = publishedTable(
  'assets',
  publishes.AssetsPublished,
  assetsStream,
  (row, { platformId }, { fail }) => {
    for (const { column, message } of performanceTestProblems(row)) fail(column, message);
    const stored = withoutBlankAdded(assetFields, storedRow(assetFields, row));
    return { owner: platformId, validFrom: row.dataDate, row: stored };
  },
  {
    acrossLines: linesOf<'assets', OptionLine>(
      (line, { assetCode, dataDate }, { platformId }) => ({ line, list: groupOf(platformId, dataDate), assetCode }),
      optionProblems,
    ),
    // A file without a column that the table has is shown to clear it.
    valuesOf: (row) => withEveryColumn(assetFields, row),
  },
);

export const fees = publishedTable(
  'fees',
  publishes.FeesPublished,
  feesStream,
  (row, { platformId }, { fail }) => {
    for (const { column, message } of feeProblems(row)) fail(column, message);
    return { owner: platformId, validFrom: row.validFrom, row: storedRow(feeFields, row) };
  },
  {
    acrossLines: linesOf<'fees', TierLine>((line, row, { platformId }) => {
      const { assetCode, group, name, validFrom, inDollars, amount, tierFrom, tierTo } = row;
      const fee = [platformId, validFrom, assetCode ?? '', group].join('\u0001');
      return { line, fee, name, inDollars, amount, tierFrom, tierTo };
    }, tierProblems),
    asksForRemoved: true,
  },
);

/** The usual terms are the same as blank ones, and only salary continuance has terms. */
const rateKey = ({ coverType, gender, ageNextBirthday, waitDays, benefitPeriod }: TableRow): string => {
  const terms = { waitDays, benefitPeriod } as { waitDays: number | null; benefitPeriod: string | null };
  return [coverType, gender ?? '', ageNextBirthday, coverType === 'SCI' ? sciTermsKey(terms) : ''].join('\u0001');
};

export const insuranceRates = publishedTable(
  'insuranceRates',
  publishes.InsuranceRatesPublished,
  insuranceRatesStream,
  (row, { planId }) => ({ owner: planId, validFrom: row.validFrom, row: storedRow(insuranceRateFields, row) }),
  {
    acrossLines: linesOf<'insuranceRates', RateLine>((line, row, { planId }) => {
      const { coverType, gender, ageNextBirthday, waitDays, benefitPeriod, validFrom } = row;
      return { line, table: groupOf(planId, validFrom), coverType, gender, ageNextBirthday, waitDays, benefitPeriod };
    }, rateProblems),
    keyOf: rateKey,
    // A file without the column ends the interpolation of a table from before it, which is asked.
    valuesOf: (row) => ({ ...row, interpolated: isInterpolated(row) }),
    asksForRemoved: true,
  },
);

export const occupationFactors = publishedTable(
  'occupationFactors',
  publishes.OccupationFactorsPublished,
  insuranceRatesStream,
  (row, { planId }) => ({ owner: planId, validFrom: '', row: storedRow(occupationFactorFields, row) }),
  {
    acrossLines: linesOf<'occupationFactors', FactorLine>(
      (line, { occupationGroup, coverType }, { planId }) => ({ line, table: planId, occupationGroup, coverType }),
      factorProblems,
    ),
    asksForRemoved: true,
  },
);

export const coverRules = publishedTable(
  'coverRules',
  publishes.CoverRulesPublished,
  insuranceRatesStream,
  (row, { planId }, { references, fail }) => {
    for (const { column, message } of coverRuleProblems(row)) fail(column, message);
    if (row.categoryId && !references.plans.get(planId)?.categories.has(row.categoryId))
      fail('categoryId', `The plan has no member category ${row.categoryId}. Import it first, or correct the id.`);
    return { owner: planId, validFrom: row.validFrom, row: storedRow(coverRuleFields, row) };
  },
  {
    acrossLines: linesOf<'coverRules', CoverRuleLine>(
      (line, { coverType, categoryId, waitDays, benefitPeriod, validFrom }, { planId }) => ({
        line,
        table: groupOf(planId, validFrom),
        coverType,
        categoryId,
        waitDays,
        benefitPeriod,
      }),
      repeatedCoverRules,
    ),
    asksForRemoved: true,
  },
);

export const providerContacts = publishedTable(
  'providerContacts',
  publishes.ProviderContactsPublished,
  providerContactsStream,
  (row, { platformId, planId }, { references, fail }) => {
    const { providerId } = row;
    if (!references.providers.has(providerId))
      fail('providerId', `There is no provider ${providerId}. Import it first, or correct the id.`);
    else if (planId !== '' && references.platforms.get(platformId) !== providerId)
      fail('providerId', 'Another provider offers the platform of this plan.');
    return { owner: planId === '' ? providerId : planId, validFrom: '', row: storedRow(providerContactFields, row) };
  },
);
