import type { MetaAnswer, MetaCube } from '@superscope/contracts/analytics/meta';
import { granularities, type Granularity } from '@superscope/contracts/analytics/query';
import { cubes, type Cube } from './catalogue.js';
import { readable, type Dimension, type Measure } from './cube-member.js';

const shown = { isVisible: true, public: true } as const;

export const granularityAnnotation = (name: Granularity) => ({ name, title: readable(name), interval: `1 ${name}` });

/** Counts and amounts add up over groups. Averages, shares and counts of distinct members do not. */
const isStackable = (aggType: Measure['aggType']): boolean => aggType === 'count' || aggType === 'sum';

const metaMeasure = ({
  name,
  title,
  shortTitle,
  aggType,
  format,
  published,
}: Measure): MetaCube['measures'][number] => ({
  name,
  title,
  shortTitle,
  type: 'number',
  aggType,
  cumulative: false,
  cumulativeTotal: false,
  drillMembers: [],
  drillMembersGrouped: { measures: [], dimensions: [] },
  ...shown,
  ...(format ? { format } : {}),
  meta: {
    published: published.as !== 'nothing',
    stackable: isStackable(aggType),
    byFlags: published.as === 'headcount' || published.as === 'share',
  },
});

const metaDimension = ({ name, title, shortTitle, type, use }: Dimension): MetaCube['dimensions'][number] => ({
  name,
  title,
  shortTitle,
  type,
  suggestFilterValues: use !== 'staff' && type === 'string',
  primaryKey: false,
  meta: { use },
  ...shown,
  ...(type === 'time' ? { granularities: granularities.map(granularityAnnotation) } : {}),
});

const metaCube = (cube: Cube): MetaCube => ({
  name: cube.name,
  title: cube.title,
  type: 'cube',
  ...shown,
  measures: cube.measures.map(metaMeasure),
  dimensions: cube.dimensions.map(metaDimension),
  segments: cube.segments.map(({ name, title, shortTitle }) => ({ name, title, shortTitle, ...shown })),
  hierarchies: [],
  folders: [],
  nestedFolders: [],
});

/** Answer to GET meta. It is the same for everybody; each query is checked for the caller's role by itself. */
export const meta: MetaAnswer = { cubes: cubes.map(metaCube) };
