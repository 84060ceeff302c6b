import { blankIsNull, column, day, yesOrNo } from './dimensions.js';
import { ratio } from './formula.js';
import { counted } from './measures.js';
import type { Dimension, Measure, Part } from './cube-member.js';

const source = 'asset' as const;

const text = (name: string, sql: string): Dimension => column(name, { use: 'event', sql, source });

const number = (name: string, sql: string): Dimension =>
  column(name, { use: 'event', sql, source, type: 'number', known: `${sql} IS NOT NULL` });

/** Stored as '' if there is none. */
const description: Dimension = {
  ...column('Asset.description', { use: 'event', sql: 'description', source, known: "description != ''" }),
  ...blankIsNull,
};

/** The columns that a platform's file of investment options has. */
export const assetDimensions: readonly Dimension[] = [
  column('Asset.planId', { use: 'plan', sql: 'plan_id', source }),
  text('Asset.platformId', 'platform_id'),
  text('Asset.assetCode', 'asset_code'),
  text('Asset.name', 'name'),
  description,
  number('Asset.growthPercent', 'growth_percent'),
  yesOrNo('Asset.isLifecycle', 'is_lifecycle', source),
  yesOrNo('Asset.isChoice', 'is_choice', source),
  number('Asset.return1yr', 'return_1yr'),
  number('Asset.return3yr', 'return_3yr'),
  number('Asset.return5yr', 'return_5yr'),
  day('Asset.dataDate', 'data_date', source),
];

const assets: Part = { key: 'assets', sql: () => 'uniqExact((platform_id, data_date, asset_code))' };

/** The mean over assets that have a value, with six decimals. */
const averageOf = (name: string, sql: string, format: Measure['format']): Measure => ({
  ...counted(
    name,
    source,
    'avg',
    [
      { key: `sum_${sql}`, sql: () => `sum(${sql})` },
      { key: `known_${sql}`, sql: () => `count(${sql})` },
    ],
    { as: 'fact' },
    format,
  ),
  rows: `${sql} IS NOT NULL`,
  ...ratio({ times: 1_000_000, over: 1_000_000 }),
});

export const assetMeasures: readonly Measure[] = [
  counted('Asset.count', source, 'countDistinct', [assets], { as: 'fact' }),
  averageOf('Asset.averageGrowthPercent', 'growth_percent', 'percent'),
  averageOf('Asset.averageReturn1yr', 'return_1yr', 'number'),
  averageOf('Asset.averageReturn3yr', 'return_3yr', 'number'),
  averageOf('Asset.averageReturn5yr', 'return_5yr', 'number'),
];
