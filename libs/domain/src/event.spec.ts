import { describe, expect, it } from 'vitest';
import { companyStream, type Company } from './company/company.js';
import { byType, typesOf, type DomainEvent, type StreamDefinition } from './event.js';

/** The employers' stream, as it would be with one more event. */
declare const grown: typeof companyStream extends StreamDefinition<Company, infer Event>
  ? StreamDefinition<Company, Event | DomainEvent<'CompanyReactivated', { companyId: string }>>
  : never;

const counts = { CompanyRegistered: true, CompanyDetailsRevised: false, CompanyDeactivated: true };

const words = { CompanyRegistered: 'new', CompanyDetailsRevised: 'changed', CompanyDeactivated: null };

// The compiler refuses this file when it stops refusing one of these.
const refused = {
  // @ts-expect-error Nobody decided whether the new event counts.
  'a new event': () => typesOf(grown, counts),
  // @ts-expect-error Nobody decided about this one.
  'an event that is left out': () => typesOf(companyStream, { CompanyRegistered: true, CompanyDeactivated: true }),
  // @ts-expect-error The stream has no such event.
  'a name that no event has': () => typesOf(companyStream, { ...counts, CompanyClosed: true }),
  // @ts-expect-error Nobody decided what the new event is called.
  'a new event without a value': () => byType(grown, words),
};

describe('The events of a stream that count', () => {
  it('are those that a reader says of each', () => {
    expect(typesOf(companyStream, counts)).toEqual(['CompanyRegistered', 'CompanyDeactivated']);
  });

  it('are decided one by one, or do not compile', () => {
    expect(Object.keys(refused)).toHaveLength(4);
  });
});
