import { z } from 'zod';
import { granularities } from './query.js';

const named = { name: z.string(), title: z.string(), shortTitle: z.string() };
const shown = { isVisible: z.literal(true), public: z.literal(true) };

/** What the portal offers of a measure; the client hands it on. */
const measureUse = z.object({
  /** Employers may ask for it. */
  published: z.boolean(),
  /** Its values of different groups add up. */
  stackable: z.boolean(),
  /** Published of flags and secret categories, too. */
  byFlags: z.boolean(),
});

/**
 * What a dimension is to employers: `public` and `alone` they know of their members, where `alone` stands with no other; `engaged` and
 * `secret` they do not. The others are scope, or for staff.
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
  // The client walks these, too.
  hierarchies: z.array(z.never()),
  folders: z.array(z.never()),
  nestedFolders: z.array(z.never()),
});
export type MetaCube = z.infer<typeof metaCube>;

export const metaAnswer = z.object({ cubes: z.array(metaCube) });
export type MetaAnswer = z.infer<typeof metaAnswer>;
