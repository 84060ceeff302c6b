import { column, instant } from './dimensions.js';
import { counted, members } from './measures.js';
import type { Dimension, Measure, Part } from './member.js';

const source = 'contactRequest' as const;

export const contactRequestedDimensions: readonly Dimension[] = [
  column('ContactRequested.planId', { use: 'plan', sql: 'plan_id', source }),
  column('ContactRequested.reason', { use: 'group', sql: 'reason', source }),
  column('ContactRequested.status', { use: 'group', sql: 'status', source }),
  instant('ContactRequested.at', 'at', source),
];

const askers: Part = { key: 'askers', additive: false, sql: () => 'uniqExact(member_id)' };

export const contactRequestedMeasures: readonly Measure[] = [
  counted('ContactRequested.count', source, 'count', [members, askers], ([, people = 0]) => [people]),
  counted('ContactRequested.members', source, 'countDistinct', [askers], ([people = 0]) => [people]),
];
