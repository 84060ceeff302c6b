import type { ReportContacts, ReportParties } from '@superscope/contracts/plan-report';
import { describe, expect, it } from 'vitest';
import { askedName } from './email-request';
import { contactOf } from './plan-contacts.api';

const cover = {
  planShortName: 'Kestrel',
  planName: 'Kestrel',
  platformName: 'Tallowood',
  platformShortName: 'Tallowood',
  trusteeName: null,
  trusteeAbn: null,
  trusteeAfsl: null,
  providerName: null,
  providerAbn: null,
};
const manager = { title: 'Relationship Manager', name: 'Tom Winterbourne', email: null, phone: null };
const line = { title: 'Member services', name: 'Tallowood Line', email: null, phone: '1300 000 222' };
const asked = (
  providerContacts: ReportContacts['providerContacts'],
  consultantContacts: ReportParties['consultantContacts'] = [],
) => contactOf({ contacts: { cover, providerContacts, consultants: [] }, consultantContacts });

describe('Whom to ask about a plan', () => {
  const ana = { name: 'Ana Ruiz', email: 'ana@advice.example' };

  it('is the relationship manager where they can be reached', () => {
    const reached = { ...manager, phone: '02 5550 0142' };
    expect(asked([line, reached], [ana])).toEqual(reached);
  });

  it('is otherwise a consultant with an address, then any contact that can be reached', () => {
    expect(asked([manager, line], [{ name: 'Bo Lind', email: null }, ana])).toEqual({
      ...ana,
      title: 'Consultant',
      phone: null,
    });
    expect(asked([manager, line], [{ ...ana, email: null }])).toEqual(line);
  });

  it('is a name where nobody can be reached, the manager’s first', () => {
    expect(asked([manager], [{ ...ana, email: null }])).toEqual(manager);
    expect(asked([], [{ ...ana, email: null }])).toMatchObject({ name: 'Ana Ruiz', title: 'Consultant' });
    expect(asked([{ ...line, phone: null }])).toBeNull();
  });
});

it('Only people whom the plan knows are asked by their first name', () => {
  const by = (title: string | null, name: string | null) => askedName({ title, manager: name, fund: 'Tallowood' });
  expect(by('Relationship Manager', 'Tom Winterbourne')).toBe('Tom');
  expect(by('Consultant', 'Ana Ruiz')).toBe('Ana');
  expect(by(null, 'Tom Winterbourne')).toBe('Tom');
  expect(by('Member services', 'Tallowood Line')).toBe('Tallowood Line');
  expect(by(null, null)).toBe('Tallowood');
});
