import { describe, it } from 'vitest';
import { given } from '../given.js';
import { begun } from '../fields.js';
import { companyFields, companyStream, deactivateCompany, recordCompany, type CompanyEvent } from './company.js';

const acme = begun(companyFields, {
  companyId: 'NULL.C1',
  planId: 'NULL.ACME',
  name: 'Acme Pty Ltd',
  industry: 'Mining',
});
const registered: CompanyEvent = { type: 'CompanyRegistered', data: acme };
const deactivated: CompanyEvent = { type: 'CompanyDeactivated', data: { companyId: acme.companyId, on: '2024-01-31' } };

describe('an employer', () => {
  it('is registered once and revised where a field differs', () => {
    const moved = { ...acme, industry: 'Transport' };
    given(companyStream).when(recordCompany(acme)).then(registered);
    given(companyStream, registered).when(recordCompany(acme)).then();
    given(companyStream, registered).when(recordCompany(moved)).then({ type: 'CompanyDetailsRevised', data: moved });
  });

  it('is deactivated once', () => {
    given(companyStream, registered).when(deactivateCompany('2024-01-31')).then(deactivated);
    given(companyStream, registered, deactivated).when(deactivateCompany('2024-02-29')).then();
  });

  it('participates again when a file says so', () =>
    given(companyStream, registered, deactivated)
      .when(recordCompany(acme))
      .then({ type: 'CompanyDetailsRevised', data: acme }));

  it('stays deactivated when a file does not say whether it participates', () => {
    const { companyId, planId, name } = acme;
    given(companyStream, registered, deactivated).when(recordCompany({ companyId, planId, name })).then();
  });

  it('must exist to be deactivated', () =>
    given(companyStream).when(deactivateCompany('2024-01-31')).thenRefuses('not-found', 'There is no such employer.'));
});
