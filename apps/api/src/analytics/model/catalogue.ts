import { assetDimensions, assetMeasures } from './asset-cube.js';
import { assetOwnedDimensions, assetOwnedMeasures } from './asset-owned-cube.js';
import { campaignDimensions, campaignMeasures } from './campaign-cube.js';
import { contactRequestedDimensions, contactRequestedMeasures } from './contact-requested-cube.js';
import { memberCategoryDimensions, memberCategoryMeasures } from './member-category-cube.js';
import { memberDimensions, memberSegments } from './member-cube.js';
import { memberSnapshotDimensions, memberSnapshotMeasures } from './member-snapshot-cube.js';
import { movementDimensions, movementMeasures } from './movement-cube.js';
import { readable, type Dimension, type Measure, type Member, type Segment } from './cube-member.js';
import { superScoreDimensions, superScoreMeasures } from './super-score-cube.js';

export interface Cube {
  name: string;
  title: string;
  measures: readonly Measure[];
  dimensions: readonly Dimension[];
  segments: readonly Segment[];
}

const cube = (
  name: string,
  measures: readonly Measure[],
  dimensions: readonly Dimension[],
  segments: readonly Segment[] = [],
): Cube => ({ name, title: readable(name), measures, dimensions, segments });

export const cubes: readonly Cube[] = [
  cube('Member', [], memberDimensions, memberSegments),
  cube('MemberSnapshot', memberSnapshotMeasures, memberSnapshotDimensions),
  cube('SuperScore', superScoreMeasures, superScoreDimensions),
  cube('Movement', movementMeasures, movementDimensions),
  cube('ContactRequested', contactRequestedMeasures, contactRequestedDimensions),
  cube('Campaign', campaignMeasures, campaignDimensions),
  cube('MemberCategory', memberCategoryMeasures, memberCategoryDimensions),
  cube('Asset', assetMeasures, assetDimensions),
  cube('AssetOwned', assetOwnedMeasures, assetOwnedDimensions),
];

const byName = new Map<string, Member>(
  cubes.flatMap((c) => [...c.measures, ...c.dimensions, ...c.segments]).map((member) => [member.name, member]),
);

export const findMember = (name: string): Member | undefined => byName.get(name);

const found = <Kind extends 'dimension' | 'measure'>(name: string, kind: Kind) => {
  const member = byName.get(name);
  if (member?.kind !== kind) throw new Error(`${name} is not a ${kind} of the catalogue`);
  return member as Extract<Dimension | Measure, { kind: Kind }>;
};

/** Look up members of a normalised query, which only holds names that exist. */
export const dimensionOf = (name: string): Dimension => found(name, 'dimension');
export const measureOf = (name: string): Measure => found(name, 'measure');
