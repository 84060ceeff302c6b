import { systemContext } from '@superscope/api/platform/commands/command-context';
import { CommandBus } from '@nestjs/cqrs';
import { RegisterUser } from '@superscope/api/users/register-user.slice';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Applications } from '../harness/applications.js';
import type { ApiClient } from '../harness/api-server.js';
import { csv, Importing } from './importing.js';
import { fundToMembers, smallFund } from './small-fund.js';

let importing: Importing;
/** An application that may import only for the plan P1 of the platform EAST. */
let importer: ApiClient;
beforeAll(async () => {
  importing = await Importing.startWith(fundToMembers);
  await importing.import(smallFund['campaigns']!);
  await importing.derived();
  const { api } = importing;
  const registration = {
    userId: 'importer',
    role: 'Application' as const,
    emailCode: false,
    context: { kind: 'plan', id: 'EAST.P1' } as const,
    personal: { username: 'importer', name: null, email: null },
  };
  await api.app.get(CommandBus).execute(new RegisterUser(registration, null, systemContext('test/importer')));
  const applications = new Applications(importing.admin, () => api.client());
  importer = applications.asking((await applications.issue('importer')).token);
});
afterAll(() => importing.stop());

/** The answers for an existing and a missing id, with the id replaced by the same text in both. */
async function answers(ask: (id: string) => Promise<{ status: number; body: unknown }>, there: string, none: string) {
  const told = async (id: string) => {
    const { status, body } = await ask(id);
    return {
      status,
      body: JSON.parse(JSON.stringify(body).replaceAll(new RegExp(`\\b${id}\\b`, 'g'), 'ID')) as unknown,
    };
  };
  return [await told(there), await told(none)];
}

const files: readonly [table: string, file: (planId: string) => string][] = [
  ['companies', (id) => csv('platformId,companyId,planId,name', `EAST,C9,${id},Nine`)],
  ['companies', (id) => csv('companyId,planId,name', `C9,${id},Nine`)],
  ['memberCategories', (id) => csv('platformId,categoryId,planId,name', `EAST,B,${id},Everybody`)],
  ['members', (id) => csv('platformId,memberId,planId,companyId', `EAST,099,${id},C2`)],
  ['memberSnapshots', (id) => csv('platformId,planId,memberId,asAt', `EAST,${id},003,2024-06-30`)],
  ['assetsOwned', (id) => csv('planId,memberId,assetCode,asAt,balance', `${id},003,BAL,2024-06-30,1`)],
  [
    'insuranceRates',
    (id) =>
      csv('planId,coverType,gender,ageNextBirthday,ratePerThousand,validFrom', `${id},Death,Male,25,1,2023-07-01`),
  ],
  ['coverRules', (id) => csv('planId,coverType,fromAge,toAge,validFrom', `${id},Death,15,70,2023-07-01`)],
  ['providerContacts', (id) => csv('providerId,planId,title,name,sequence', `PR1,${id},Claims,Jo Mills,1`)],
  ['occupationFactors', (id) => csv('planId,occupationGroup,coverType,factor', `${id},Standard,Death,1`)],
  [
    'campaigns',
    (id) => csv('platformId,campaignId,planId,campaignType,name,runDate', `EAST,K9,${id},email,Hello,2024-06-01`),
  ],
];

describe('an importer of one plan', () => {
  it('imports for that plan', async () => {
    const mine = csv('platformId,companyId,planId,name', 'EAST,C1,P1,Mills');
    expect((await importing.upload(mine, '?dryRun=true', importer)).status).toBe(200);
  });

  it('names whom to ask about that plan alone, not about every plan', async () => {
    const contact = (id: string) =>
      csv('providerId,platformId,planId,title,name,sequence', `PR1,EAST,${id},Claims,Jo Mills,1`);
    expect((await importing.upload(contact('P1'), '?dryRun=true', importer)).status).toBe(200);
    const { status, body } = await importing.upload(contact(''), '?dryRun=true', importer);
    expect(status).toBe(400);
    expect(JSON.stringify(body)).toContain('Name the plan: this line would be for every plan.');
  });

  it.each(files)(
    'gets the same answer for another plan in a file of %s as for a plan that does not exist',
    async (_, file) => {
      for (const query of ['', '?dryRun=true']) {
        const [there, none] = await answers((id) => importing.upload(file(id), query, importer), 'P2', 'P8');
        expect(there!.status).toBe(400);
        expect(there).toEqual(none);
      }
    },
  );

  it.each(['planId=PLAN', 'platformId=EAST&planId=PLAN', 'planId=EAST.PLAN'])(
    'gets the same answer for another plan in the query (%s) as for a plan that does not exist',
    async (query) => {
      const file = csv('companyId,name', 'C9,Nine');
      const upload = (id: string) => importing.upload(file, `?table=companies&${query.replace('PLAN', id)}`, importer);
      const [there, none] = await answers(upload, 'P2', 'P8');
      expect(there!.status).toBe(400);
      expect(there).toEqual(none);
    },
  );

  it('gets the same answer for another platform, employer, campaign and member as for missing ones', async () => {
    const by = (file: (id: string) => string) => (id: string) => importing.upload(file(id), '', importer);
    const pairs = [
      [(id: string) => csv('platformId,companyId,planId,name', `${id},C9,P1,Nine`), 'WEST', 'NORTH'],
      [(id: string) => csv('platformId,memberId,planId,companyId', `EAST,099,P1,${id}`), 'C2', 'C8'],
      [(id: string) => csv('campaignId,memberId,step,at', `${id},003,Sent,2024-06-01T00:00:00Z`), 'K1', 'K8'],
      [(id: string) => csv('platformId,planId,memberId,asAt', `EAST,P1,${id},2024-06-30`), '003', '008'],
      [(id: string) => csv('platformId,memberId,at,reason', `EAST,${id},2024-06-03,insurance`), '003', '008'],
    ] as const;
    for (const [file, taken, none] of pairs) {
      const [there, other] = await answers(by(file), taken, none);
      expect(there!.status).toBe(400);
      expect(there).toEqual(other);
    }
  });

  it('can neither export nor correct anything, for any plan', async () => {
    const asked = [
      (id: string) => importer.request(`/api/csv/plans/export?planId=EAST.${id}`),
      (id: string) => importer.post(`/api/plans/EAST.${id}/close`, { on: '2026-01-31' }),
      (id: string) => importer.post(`/api/plans/EAST.${id}/reopen`, {}),
      (id: string) => importer.post('/api/csv/imports/0b8f6a3e-3f2b-4c62-9d6e-1f0a8a5b7c11/withdraw', { planId: id }),
    ];
    for (const ask of asked) {
      const [there, none] = await answers(ask, 'P2', 'P8');
      expect(there!.status).toBe(403);
      expect(there).toEqual(none);
    }
  });
});
