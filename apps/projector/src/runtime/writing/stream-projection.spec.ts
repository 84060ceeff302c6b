import { companiesView } from '@superscope/contracts/read-models/fund';
import { companyStream, type Company } from '@superscope/domain/company/company';
import type { DomainEvent, StreamDefinition } from '@superscope/domain/event';
import { planStream } from '@superscope/domain/plan/plan';
import { describe, expect, it } from 'vitest';
import { staleOfStream } from '../deriving/derivation.js';
import { documentsOf, projectionOf, whole } from './stream-projection.js';

/** The employers' stream, as it would be with one more event. */
type Reactivated = DomainEvent<'CompanyReactivated', { companyId: string }>;
declare const grown: typeof companyStream extends StreamDefinition<Company, infer Event>
  ? StreamDefinition<Company, Event | Reactivated>
  : never;

const readModel = companiesView.announces;
const details = { CompanyRegistered: whole, CompanyDetailsRevised: whole };

// Each rule is one for the compiler, which refuses this file when it stops refusing one of these.
const refused = {
  'an event that nobody projects': () =>
    documentsOf(
      companiesView,
      grown,
      { id: 'companyId' },
      // @ts-expect-error A new event has to be projected or ignored.
      { ...details, CompanyDeactivated: () => ({ active: false }) },
    ),

  'an event that a stream does not have': () =>
    documentsOf(
      companiesView,
      companyStream,
      { id: 'companyId' },
      // @ts-expect-error It is misspelt.
      { ...details, CompanyDeactivated: () => ({ active: false }), CompanyDeactivatd: () => ({ active: false }) },
    ),

  'an event that is ignored and projected': () =>
    documentsOf(
      companiesView,
      companyStream,
      { id: 'companyId', ignores: ['CompanyDeactivated'] },
      // @ts-expect-error One of both.
      { ...details, CompanyDeactivated: () => ({ active: false }) },
    ),

  'the payload of another event': () =>
    documentsOf(
      companiesView,
      companyStream,
      { id: 'companyId' },
      {
        ...details,
        // @ts-expect-error It has no name.
        CompanyDeactivated: ({ data }) => ({ name: data.name }),
      },
    ),

  'rows without an event': () =>
    // @ts-expect-error Nobody decided about the other events.
    projectionOf(companyStream, { readModel }, { CompanyRegistered: () => ({}) }),

  'an event of which nobody said what it makes stale': () =>
    // @ts-expect-error Nobody decided about the other events.
    staleOfStream(planStream, ['PlanClosed'], { PlanRegistered: () => [] }),
};

describe('A projection of a stream', () => {
  it('is refused by the compiler when an event has no decision, or gets what it does not hold', () => {
    expect(Object.keys(refused)).toHaveLength(6);
  });

  it('handles the events that it does not ignore, and writes one document for each stream', () => {
    const { handles, project } = documentsOf(
      companiesView,
      companyStream,
      { id: 'companyId', ignores: ['CompanyDetailsRevised', 'CompanyRegistered'] },
      { CompanyDeactivated: () => ({ active: false }) },
    );
    const event = { type: 'CompanyDeactivated', revision: 3n, data: { companyId: 'TWR.P1-E1' } };
    expect([handles, project(event as never)]).toEqual([
      ['CompanyDeactivated'],
      {
        documents: [{ collection: companiesView.collection, id: 'TWR.P1-E1', revision: 3n, set: { active: false } }],
        planId: null,
      },
    ]);
  });
});
