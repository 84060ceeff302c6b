import { Cell } from '@superscope/domain/publishing/cell';
import type { PublishingRules } from '@superscope/domain/publishing/publishing-rules';
import { testSecret } from '@superscope/domain/publishing/test-secret.fixture';
import { describe, expect, it } from 'vitest';
import { measureOf } from '../model/catalogue.js';
import type { SecretColumn } from '../model/secret-column.js';
import { categories, covers, flags } from '../model/secret-columns.js';
import { cellFigures, figureOf, type CellFigures } from './cell-figures.js';
import type { CellRow } from './cells.js';

/** Figures of a group in which a third has each of the first three values of a secret column. */
function figuresOf(column: SecretColumn, n: number, whole = false, rules: PublishingRules = 2): CellFigures {
  const cell = new Cell(testSecret, {
    key: 5n,
    n,
    plan: whole ? n : 2 * n,
    month: '2026-03',
    edition: 1,
    whole,
    rules,
  });
  const each = Math.floor(n / 3);
  const values = new Map(column.values.slice(0, 3).map((value, i) => [value, i === 0 ? n - 2 * each : each]));
  const all = { n, parts: [], values };
  const row: CellRow = {
    planId: 'acme',
    month: '2026-03',
    onePayroll: true,
    columns: [],
    cell,
    all,
    engaged: { n: 0, parts: [], values },
  };
  return cellFigures({ row, partAt: new Map(), context: { lookBack: 12 }, dividedBy: 'public', whole: null });
}

const share = measureOf('MemberSnapshot.shareOfMembers');

function told(column: SecretColumn, n: number, whole?: boolean, rules?: PublishingRules): Record<string, boolean> {
  const figures = figuresOf(column, n, whole, rules);
  return Object.fromEntries(
    column.rows.map((row) => {
      const { value } = figureOf(figures, share, { side: 'all', secret: { column, rows: [row] } });
      return [String(row.wire), value.value !== null];
    }),
  );
}

describe('a fact that groups would tell too much of', () => {
  const facts = {
    'who has cover': flags.noLifeInsurance.secret,
    'the insurance indicator': categories.lifeInsurance,
    'adequate cover': flags.lifeCoverWithinBenchmark.secret,
    'inadequate cover': flags.potentiallyInadequateLifeInsurance.secret,
    'insurance points': categories.insurancePoints,
    nominations: categories.nomination,
    'expired nominations': flags.expiredBeneficiaryNominated.secret,
    'voluntary contributions': flags.makingVoluntaryContributions.secret,
    'score bands': categories.scoreBand,
  } as const;

  it.each(Object.entries(facts))('is published for whole plans only: %s', (_, column) => {
    const known = column.rows.slice(0, -1).map(({ wire }) => String(wire));
    expect(known.filter((wire) => told(column, 1_200)[wire])).toEqual([]);
    expect(known.filter((wire) => told(column, 60, true)[wire])).not.toEqual([]);
  });

  it('was published for groups by the first rules, who has cover for those of 100 members or more', () => {
    expect(told(facts.nominations, 90, false, 1)).toMatchObject({ '1|Binding': true });
    expect(told(facts['who has cover'], 99, false, 1)).toEqual({ '1|Yes': false, '2|No': false, null: false });
    expect(told(facts['who has cover'], 100, false, 1)).toMatchObject({ '1|Yes': true, '2|No': true });
    const indicator = told(facts['the insurance indicator'], 90, false, 1);
    expect(indicator).toMatchObject({ None: false, 'Under insured': false, 'On target': true });
  });

  it('is published of other covers for groups of 100 members or more', () => {
    expect(told(covers.tpd, 99)).toEqual({ '1|Yes': false, '2|No': false, null: false });
    expect(told(covers.tpd, 100)).toMatchObject({ '1|Yes': true, '2|No': true });
  });
});

describe('the margin of a figure', () => {
  const marginOf = (column: SecretColumn, wire: string | null, rules: PublishingRules = 2) => {
    const figures = figuresOf(column, 300, true, rules);
    const rows = column.rows.filter((row) => row.wire === wire);
    return figureOf(figures, measureOf('MemberSnapshot.countMembers'), { side: 'all', secret: { column, rows } })
      .margin;
  };

  it('is wider for a younger twin, and for values one of whose boundaries is one', () => {
    const [elder, younger] = [flags.investmentStrategySuitable.secret, flags.growthExposureAdequated.secret];
    expect([marginOf(elder, '1|Yes'), marginOf(younger, '1|Yes')]).toEqual([6.9, 6.9 * 1.41]);
    // The boundary of those who have nominated anybody has no elder; that of the binding and non-binding has one.
    const nominated = (wire: string) => marginOf(categories.nomination, wire);
    expect([nominated('4|None'), nominated('2|Non-binding')]).toEqual([6.9, 6.9 * 1.41]);
  });

  it('is as it was in an edition of the first rules', () => {
    expect(marginOf(flags.growthExposureAdequated.secret, '1|Yes', 1)).toBe(6.9);
  });
});
