import { describe, expect, it } from 'vitest';
import { contactsOf, type Contact } from './report-contacts.js';

const contact = (sequence: number, title: string, name: string, phone: string | null = null): Contact => ({
  providerId: 'WATTLE',
  title,
  name,
  email: null,
  phone,
  sequence,
});
const manager = (name: string, phone: string | null = null) => contact(9, 'Relationship Manager', name, phone);
const claims = contact(2, 'Insurance and claims', 'Sione Vainikolo');
const payroll = contact(1, 'Contributions and payroll', 'Ngoc Anh Tran');
const namesOf = (...asked: Parameters<typeof contactsOf>) => contactsOf(...asked).map(({ name }) => name);

describe('Whom a provider names to a plan', () => {
  it('is the manager, then the plan’s own contacts, then those of every plan, each in their order', () =>
    expect(
      namesOf(null, [contact(5, 'Education on site', 'Marguerite D')], [claims, payroll, manager('Tom W')]),
    ).toEqual(['Tom W', 'Marguerite D', 'Ngoc Anh Tran', 'Sione Vainikolo']));

  it('has the manager whom the plan’s contacts name, before the one of its record', () =>
    expect(namesOf('Amelia R', [manager('Ruby I')], [manager('Tom W'), claims])).toEqual([
      'Ruby I',
      'Sione Vainikolo',
    ]));

  it('knows how to reach the manager of the plan’s record who is among the contacts', () => {
    expect(contactsOf('Tom W', [], [manager('Una P'), manager('Tom W', '02 5550 0142')])).toEqual([
      { title: 'Relationship Manager', name: 'Tom W', email: null, phone: '02 5550 0142' },
    ]);
    expect(contactsOf('Amelia R', [], [manager('Tom W', '02 5550 0142')])).toEqual([
      { title: 'Relationship Manager', name: 'Amelia R', email: null, phone: null },
    ]);
  });

  it('may be nobody', () => expect(contactsOf(null, [], [])).toEqual([]));
});
