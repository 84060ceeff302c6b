import { companyFields, type CompanyEvent } from '@superscope/domain/company/company';
import { begun } from '@superscope/domain/fields';
import { describe, expect, it } from 'vitest';
import { systemContext } from '../platform/commands/command-context.js';
import { storeWith } from '../platform/commands/store-in-memory.fixture.js';
import { DeactivateCompany, deactivateCompanyEndpoint } from './deactivate-company.slice.js';

const registered: CompanyEvent = {
  type: 'CompanyRegistered',
  data: begun(companyFields, { companyId: 'EAST.E1', planId: 'EAST.P1', name: 'Acme' }),
};
const deactivate = DeactivateCompany.of('EAST.E1', '2024-07-01')(systemContext('deactivate'));

describe('deactivating an employer', () => {
  it('is recorded with its day, once', async () => {
    const { store, written } = storeWith({ 'company-EAST.E1': [registered] });
    const handler = new DeactivateCompany.handler(store);
    await handler.execute(deactivate);
    await handler.execute(deactivate);
    expect(written).toEqual([
      ['company-EAST.E1', { type: 'CompanyDeactivated', data: { companyId: 'EAST.E1', on: '2024-07-01' } }],
    ]);
  });

  it('that does not exist is refused', async () => {
    const { store } = storeWith();
    await expect(new DeactivateCompany.handler(store).execute(deactivate)).rejects.toMatchObject({ code: 'not-found' });
  });

  it.each([{ on: '2024-02-30' }, { on: '1899-12-31' }, { on: '2149-01-01' }, {}, { on: '2024-07-01', reason: 'x' }])(
    'takes only an existing day within the range of figures: not %j',
    (body) => expect(deactivateCompanyEndpoint.body.safeParse(body).success).toBe(false),
  );
});
