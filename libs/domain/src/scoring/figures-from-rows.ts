import { type IsoDate, yearOf } from '../calendar-dates.js';
import type { BenchmarkRow, SuperParameterRow } from '../dated-figures/dated-figures.js';
import type { Dated, DatedAgeTable, Figures } from './figures.js';
import { projectionAssumptions } from './projection-assumptions.js';
import {
  isComplete,
  missingFigures,
  type RetirementStandard,
  type RetirementStandardDraft,
  retirementStandardsIn,
  standardParameters,
} from './retirement-standard.js';

export interface FigureRows {
  benchmarks: readonly BenchmarkRow[];
  superParameters: readonly SuperParameterRow[];
}

/**
 * Builds the figures that scoring uses. Of rows with the same key and date the last one counts. Unusable figures are left out and named
 * in `problems`, one readable sentence each.
 */
export function figuresFrom(rows: FigureRows): { figures: Figures; problems: string[] } {
  const standards = retirementStandardsIn(rows.superParameters);
  const peerAverages = (gender: 'Male' | 'Female') =>
    agesOf(rows.benchmarks.filter((row) => row.kind === 'PEER' && row.gender === gender && row.amountCents > 0));
  const figures: Figures = {
    parameters: series([...projectionAssumptions, ...rows.superParameters], (row) => row.name),
    peerAverages: { Male: peerAverages('Male'), Female: peerAverages('Female') },
    asfaTargets: agesOf(rows.benchmarks.filter((row) => row.kind === 'ASFA')),
    deathNeedMultiples: series(
      rows.superParameters.filter((row) => row.name.startsWith(DEATH_NEED)),
      (row) => Number(row.name.slice(DEATH_NEED.length)),
    ),
    retirementStandards: standards.filter((set): set is RetirementStandard => isComplete(set)),
  };
  return { figures, problems: [...gapsIn(figures), ...standards.flatMap(problemOfSet)] };
}

/** `deathNeedMultiple:{age}` in superParameters. */
const DEATH_NEED = 'deathNeedMultiple:';

const known = new Set([
  ...projectionAssumptions.map(({ name }) => name),
  ...['concessionalCap', 'sgRatePercent'],
  ...standardParameters,
]);

/** Whether scoring uses a super parameter of this name. Others would silently have no effect. */
export const isSuperParameter = (name: string): boolean =>
  known.has(name) || (name.startsWith(DEATH_NEED) && /^\d{1,3}$/.test(name.slice(DEATH_NEED.length)));

/** Values by key, oldest first. */
function series<Key, Row extends { validFrom: IsoDate; value: number }>(
  rows: readonly Row[],
  keyOf: (row: Row) => Key,
): Map<Key, Dated<number>> {
  const byKey = new Map<Key, Map<IsoDate, number>>();
  for (const row of rows) {
    const key = keyOf(row);
    const values = byKey.get(key) ?? new Map<IsoDate, number>();
    byKey.set(key, values.set(row.validFrom, row.value));
  }
  const oldestFirst = (values: Map<IsoDate, number>) =>
    [...values]
      .map(([validFrom, value]) => ({ validFrom, value }))
      .sort((a, b) => (a.validFrom < b.validFrom ? -1 : 1));
  return new Map([...byKey].map(([key, values]) => [key, oldestFirst(values)]));
}

const agesOf = (rows: readonly BenchmarkRow[]): DatedAgeTable =>
  series(
    rows.map((row) => ({ age: ageOf(row), value: row.amountCents, validFrom: row.validFrom })),
    (row) => row.age,
  );

/** A number from 1900 on is a birth year; its age is the validFrom year less the birth year. */
const ageOf = ({ birthYearOrAge, validFrom }: BenchmarkRow) =>
  birthYearOrAge >= 1900 ? yearOf(validFrom) - birthYearOrAge : birthYearOrAge;

function gapsIn(figures: Figures): string[] {
  const { parameters, peerAverages, deathNeedMultiples, retirementStandards } = figures;
  const gaps: [present: boolean, sentence: string][] = [
    [parameters.has('concessionalCap'), 'concessionalCap is missing, so retirement adequacy is not scored.'],
    [parameters.has('sgRatePercent'), 'sgRatePercent is missing, so retirement adequacy is not scored.'],
    [deathNeedMultiples.size > 0, `${DEATH_NEED}{age} is missing, so cover is not compared with need.`],
    [peerAverages.Male.size > 0, 'PEER benchmarks of men are missing, so their balances are not scored.'],
    [peerAverages.Female.size > 0, 'PEER benchmarks of women are missing, so their balances are not scored.'],
    [retirementStandards.length > 0, 'There is no complete retirement standard, so retirement adequacy is not scored.'],
  ];
  return gaps.filter(([present]) => !present).map(([, sentence]) => sentence);
}

const problemOfSet = (set: RetirementStandardDraft): string[] =>
  isComplete(set)
    ? []
    : [`The retirement standard of ${set.at} lacks ${missingFigures(set).join(', ')}, so it is not used for scoring.`];
