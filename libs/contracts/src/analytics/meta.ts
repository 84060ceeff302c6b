import { z } from 'zod';
import { granularities } from './query.js';

const named = { name: z.string(), title: z.string(), shortTitle: z.string() };
const shown = { isVisible: z.literal(true), public: z.literal(true) };

/** How the portal uses a measure. The Cube client passes these fields through. */
const measureUse = z.object({
  /** Whether employers may ask for it. */
  published: z.boolean(),
  /** Whether its values for different groups add up. */
  stackable: z.boolean(),
  /** Whether it is also published by flags and secret categories. */
  byFlags: z.boolean(),
});

/**
 * What employers know of a dimension. They know their members' values of `public` and `alone` dimensions; an `alone` one is not combined
 * with another public one. They do not know those of `engaged` and `secret` dimensions. The other kinds are not about members' attributes
 * (`plan`, `time`, `event`), or are for staff only (`staff`).
 */
const dimensionUse = z.object({
  use: z.enum(['plan', 'time', 'public', 'alone', 'engaged', 'secret', 'event', 'staff']),
});

const metaMeasure = z.object({
  ...named,
  type: z.literal('number'),
  aggType: z.string(),
  cumulative: z.literal(false),
  cumulativeTotal: z.literal(false),
  drillMembers: z.array(z.string()),
  drillMembersGrouped: z.object({ measures: z.array(z.string()), dimensions: z.array(z.string()) }),
  ...shown,
  format: z.enum(['currency', 'percent', 'number']).optional(),
  meta: measureUse,
});

const metaDimension = z.object({
  ...named,
  type: z.enum(['number', 'string', 'time', 'boolean']),
  suggestFilterValues: z.boolean(),
  primaryKey: z.boolean(),
  meta: dimensionUse,
  ...shown,
  granularities: z.array(z.object({ name: z.enum(granularities), title: z.string(), interval: z.string() })).optional(),
});

const metaSegment = z.object({ ...named, ...shown });

const metaCube = z.object({
  name: z.string(),
  title: z.string(),
  type: z.literal('cube'),
  ...shown,
  measures: z.array(metaMeasure),
  dimensions: z.array(metaDimension),
  segments: z.array(metaSegment),
  // The Cube client also iterates over these lists.
  hierarchies: z.array(z.never()),
  folders: z.array(z.never()),
  nestedFolders: z.array(z.never()),
});
export type MetaCube = z.infer<typeof metaCube>;

export const metaAnswer = z.object({ cubes: z.array(metaCube) });
export type MetaAnswer = z.infer<typeof metaAnswer>;
