import type { DomainEvent } from './event.js';
import { RuleViolation } from './rule-violation.js';
import { id, month } from './shape.js';

/** The state of a stream that is replaced a whole plan-month at a time (snapshots, assets owned). */
export interface PlanMonthImports {
  /** Completed imports without the withdrawn ones, oldest first. The last one is current. */
  completed: readonly { importId: string; rows: number; digest: string }[];
  /** The import in progress and its chunks so far. */
  open: { importId: string; chunks: number } | null;
}

/** The fields of every event of such a stream. Months are yyyy-MM. */
export const importShapes = { importId: id, planId: id, month };

/** The stream id of a plan-month. Months are yyyy-MM. */
export const planMonthId = (planId: string, month: string): string => `${planId}-${month.replace('-', '')}`;

export const noImports: PlanMonthImports = { completed: [], open: null };

type Step =
  | DomainEvent<'begun', { importId: string }>
  | DomainEvent<'chunk', { importId: string; index: number }>
  | DomainEvent<'completed', { importId: string; rows: number; digest: string }>
  | DomainEvent<'withdrawn', { importId: string }>;

export const foldImports = (imports: PlanMonthImports, step: Step): PlanMonthImports => {
  switch (step.type) {
    case 'begun':
      return { ...imports, open: { importId: step.data.importId, chunks: 0 } };
    case 'chunk':
      return { ...imports, open: { importId: step.data.importId, chunks: step.data.index + 1 } };
    case 'completed': {
      const { importId, rows, digest } = step.data;
      const others = imports.completed.filter((i) => i.importId !== importId);
      return { completed: [...others, { importId, rows, digest }], open: null };
    }
    case 'withdrawn':
      return { ...imports, completed: imports.completed.filter((i) => i.importId !== step.data.importId) };
  }
};

/** The import whose rows are visible, or null. */
export const currentImport = (imports: PlanMonthImports) => imports.completed.at(-1) ?? null;

/** Whether rows with this digest are already visible, so that importing them again writes nothing. */
export const isCurrent = (imports: PlanMonthImports, digest: string): boolean =>
  currentImport(imports)?.digest === digest;

/** The completed import to withdraw, by default the newest. */
export const importToWithdraw = (imports: PlanMonthImports, importId: string | null): string => {
  const found = importId === null ? currentImport(imports) : imports.completed.find((i) => i.importId === importId);
  if (!found) throw new RuleViolation('not-found', 'There is no such import to withdraw.');
  return found.importId;
};
