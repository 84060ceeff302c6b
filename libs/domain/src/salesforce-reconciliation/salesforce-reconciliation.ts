import { count, flag, listOf, oneOf, orNull, record, id, type FieldShapes } from '../shape.js';
import { exportObjects, type ExportObject } from '../salesforce-batch/salesforce-batch.js';
import { workOf } from '../work/work.js';

export interface SalesforceReconciliationRequest {
  /** Asked for by the clock, in nobody's name. */
  weekly: boolean;
}

/** The rows of an object and a provider on both sides: `ours` and `theirs` are all, and what is on both is counted in each of them. */
export interface ReconciledGroup {
  /** Null for records of no provider that the portal knows. */
  providerId: string | null;
  object: ExportObject;
  ours: number;
  theirs: number;
  /** Salesforce was given these and does not have them. */
  missing: number;
  /** Salesforce does not have these yet, and the next export sends them. */
  unsent: number;
  /** Salesforce has these, and the portal does not. */
  extra: number;
  /** Of the extra ones, those of erased members that the next export deletes. */
  toDelete: number;
}

export interface SalesforceReconciliationResult {
  /** Only those that have rows on a side. */
  groups: readonly ReconciledGroup[];
  /** Whether events were set aside, without which what the portal holds may not be complete. */
  isPartial: boolean;
}

const group = record<ReconciledGroup>({
  providerId: orNull(id),
  object: oneOf(exportObjects),
  ours: count,
  theirs: count,
  missing: count,
  unsent: count,
  extra: count,
  toDelete: count,
} satisfies FieldShapes<ReconciledGroup>);

/** A comparison of what Salesforce should have with what it has: `salesforceReconciliation-{id}`. */
export const salesforceReconciliation = workOf({
  category: 'salesforceReconciliation',
  noun: 'SalesforceReconciliation',
  made: 'SalesforceReconciled',
  request: { weekly: flag },
  result: { groups: listOf(group), isPartial: flag },
});

export const salesforceReconciliationStream = salesforceReconciliation.stream;

/** How many records of a kind the groups have together. */
export const totalOf = (
  groups: readonly ReconciledGroup[],
  of: Exclude<keyof ReconciledGroup, 'providerId' | 'object'>,
): number => groups.reduce((sum, each) => sum + each[of], 0);

/** Records that no export puts right by itself. */
export const differencesOf = (groups: readonly ReconciledGroup[]): { missing: number; extra: number } => ({
  missing: totalOf(groups, 'missing'),
  extra: totalOf(groups, 'extra') - totalOf(groups, 'toDelete'),
});
