import { column, instant } from './dimensions.js';
import { counted, members } from './measures.js';
import type { Dimension, Measure, Part } from './cube-member.js';

const source = 'contactRequest' as const;

export const contactRequestedDimensions: readonly Dimension[] = [
  column('ContactRequested.planId', { use: 'plan', sql: 'plan_id', source }),
  column('ContactRequested.reason', { use: 'event', sql: 'reason', source }),
  column('ContactRequested.status', { use: 'event', sql: 'status', source }),
  instant('ContactRequested.at', 'at', source),
];

const askers: Part = { key: 'askers', sql: () => 'uniqExact(member_id)' };

/** Employers see members instead of requests: those who asked at least once, by the date of their last request. */
const asMembers = "Contact requests are published as members: ask for 'ContactRequested.members'";

export const contactRequestedMeasures: readonly Measure[] = [
  counted('ContactRequested.count', source, 'count', [members], { as: 'nothing', because: asMembers }),
  counted('ContactRequested.members', source, 'countDistinct', [askers], { as: 'headcount' }),
];
