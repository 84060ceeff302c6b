import { mostDollars } from '@superscope/contracts/member-event-rules';
import type { CreateMemberEvents } from '@superscope/contracts/member-events';
import { listed } from '../../ui/listed';

export type KindName = Exclude<keyof CreateMemberEvents, 'memberId' | 'effectiveDate' | 'consultant' | 'again'>;

/** The input for one kind of event. All fields are typed texts. */
export interface Filled {
  on: boolean;
  valid: boolean;
  outcome: string;
  amount: string;
  fundName: string;
  notes: string;
}

export interface KindOfEvent {
  name: KindName;
  label: string;
  fields: readonly (keyof Omit<Filled, 'on'>)[];
}

/** The events that a consultant records, in the order of the screen. */
export const kinds: readonly KindOfEvent[] = [
  { name: 'consultationPerformed', label: 'Consultation performed', fields: [] },
  { name: 'beneficiaryNominationValidated', label: 'Beneficiary nomination validated', fields: ['valid', 'notes'] },
  { name: 'potentialConsolidationVerified', label: 'Consolidation verified', fields: ['outcome', 'notes'] },
  { name: 'consolidationImplemented', label: 'Consolidation implemented', fields: ['amount', 'fundName', 'notes'] },
  { name: 'insuranceAdviceImplemented', label: 'Insurance advice implemented', fields: ['notes'] },
  { name: 'investmentAdviceImplemented', label: 'Investment advice implemented', fields: ['notes'] },
];

export type NewEvents = Record<KindName, Filled>;

const empty: Filled = { on: false, valid: true, outcome: '', amount: '', fundName: '', notes: '' };

export const noEvents = Object.fromEntries(kinds.map(({ name }) => [name, empty])) as NewEvents;

/** Dollars as typed, such as $18,420.00; null for an empty field, NaN for an invalid amount. */
function dollarsOf(typed: string): number | null {
  const text = typed.replace(/[$,\s]/g, '');
  if (text === '') return null;
  return /^-?(\d+\.?\d*|\.\d+)$/.test(text) ? Number(text) : Number.NaN;
}

export type Problems = Partial<Record<keyof Filled, string>>;

/** The errors of one kind's fields. */
export function problemsOf({ fields }: KindOfEvent, filled: Filled): Problems {
  if (!filled.on) return {};
  const problems: Problems = {};
  if (fields.includes('outcome') && filled.outcome === '') problems.outcome = 'Outcome is required';
  const amount = fields.includes('amount') ? dollarsOf(filled.amount) : null;
  if (amount !== null && Number.isNaN(amount)) problems.amount = 'Enter dollars, such as 18,420.00';
  else if (amount !== null && amount < 0) problems.amount = 'Cannot be negative';
  else if (amount !== null && amount > mostDollars)
    problems.amount = `An amount is at most $${mostDollars.toLocaleString('en-AU')}`;
  else if (amount !== null && /\.\d{3,}/.test(filled.amount)) problems.amount = 'An amount has at most two decimals';
  return problems;
}

/** The blocks of a request; kinds that are off are left out. */
export function blocksOf(events: NewEvents): Partial<CreateMemberEvents> {
  const blocks = kinds.flatMap(({ name, fields }) => {
    const filled = events[name];
    if (!filled.on) return [];
    const said = fields.map((field): [string, unknown] => {
      if (field === 'amount') return [field, dollarsOf(filled.amount)];
      const value = filled[field];
      return [field, typeof value === 'string' ? value.trim() || null : value];
    });
    return [[name, { create: true, ...Object.fromEntries(said) }]];
  });
  return Object.fromEntries(blocks) as Partial<CreateMemberEvents>;
}

const counted = (n: number, one: string, many: string) => `${n} ${n === 1 ? one : many}`;

/** The state of the form in a sentence: the events that are ready, or the missing fields. */
export function standingOf(events: NewEvents, missing: readonly string[]): string {
  const on = kinds.filter(({ name }) => events[name].on);
  if (on.length === 0) return `Choose ${listed([...missing, 'what happened'])}`;
  const wrong = on.map((kind) => problemsOf(kind, events[kind.name])).filter((of) => Object.keys(of).length > 0);
  const outcome = wrong.some((problems) => problems.outcome !== undefined);
  const amount = wrong.some((problems) => problems.amount !== undefined);
  const needs = [...(outcome ? ['1 needs an outcome'] : []), ...(amount ? ['1 needs another amount'] : [])];
  const ready = counted(on.length - wrong.length, 'event ready', 'events ready');
  const choose = missing.length > 0 ? [`choose ${listed(missing)}`] : [];
  return [ready, ...needs, ...choose].join(', ');
}
