import { describe, expect, it } from 'vitest';
import { flyerContent } from './flyer-content.js';

const contact = (title: string, name = 'Somebody') => ({ title, name, email: null, phone: '1800 555 018' });
const titlesOf = (...contacts: ReturnType<typeof contact>[]) =>
  flyerContent({
    ...({} as Parameters<typeof flyerContent>[0]),
    categories: [],
    rules: null,
    options: [],
    contacts,
    consultants: [],
  }).contacts.map(({ title }) => title);
const tasks = ['Manager', 'Payroll', 'Claims', 'Education', 'Seminars', 'Advice'].map((title) => contact(title));

describe('the flyer', () => {
  it('has the line that members call, wherever it stands among the contacts', () => {
    const first = ['Manager', 'Payroll', 'Claims', 'Education'];
    expect(titlesOf(...tasks, contact('Members’ line'))).toEqual([...first, 'Members’ line']);
    expect(titlesOf(...tasks, contact('Members', 'Member services'))).toEqual([...first, 'Members']);
    expect(titlesOf(contact("Members' line"), ...tasks)).toEqual(["Members' line", ...first]);
    expect(titlesOf(...tasks)).toEqual([...first, 'Seminars']);
  });
});
