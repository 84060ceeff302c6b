import { companyStream, type Company } from '@superscope/domain/company/company';
import type { DomainEvent, StreamDefinition } from '@superscope/domain/event';
import { describe, expect, it } from 'vitest';
import { readerOf, type EventReader } from './by-event.js';
import type { RecordedEvent } from './recorded-event.js';

/** The employers' stream, as it would be with one more event. */
declare const grown: typeof companyStream extends StreamDefinition<Company, infer Event>
  ? StreamDefinition<Company, Event | DomainEvent<'CompanyReactivated', { companyId: string }>>
  : never;

const name = ({ data }: RecordedEvent<{ name: string }>) => data.name;
const ignores = ['CompanyDeactivated'] as const;

// The compiler refuses this file when it stops refusing one of these.
const refused = {
  'a new event': (): EventReader<string> =>
    // @ts-expect-error Nobody decided whether the reader ignores it.
    readerOf(grown, { ignores }, { CompanyRegistered: name, CompanyDetailsRevised: name }),

  'an event that a stream does not have': (): EventReader<string> =>
    readerOf(
      companyStream,
      { ignores },
      // @ts-expect-error It is misspelt.
      { CompanyRegistered: name, CompanyDetailsRevised: name, CompanyRegisterd: name },
    ),

  'the payload of another event': (): EventReader<string> =>
    readerOf(
      companyStream,
      {},
      {
        CompanyRegistered: name,
        CompanyDetailsRevised: name,
        // @ts-expect-error It has no name.
        CompanyDeactivated: ({ data }) => data.name,
      },
    ),
};

describe('A reader of a stream', () => {
  it('is refused by the compiler when an event has no decision, or gives what it does not hold', () => {
    expect(Object.keys(refused)).toHaveLength(3);
  });

  it('tells what an event gives, and null for one that it ignores', () => {
    const names: EventReader<string> = readerOf(
      companyStream,
      { ignores },
      { CompanyRegistered: name, CompanyDetailsRevised: name },
    );
    const read = (type: string) => names({ type, data: { name: 'Tower' } } as unknown as RecordedEvent);
    expect(['CompanyDetailsRevised', 'CompanyDeactivated'].map(read)).toEqual(['Tower', null]);
  });
});
