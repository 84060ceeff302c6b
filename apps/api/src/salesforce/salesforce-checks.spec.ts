import { describe, expect, it } from 'vitest';
import { CrmBusy, CrmRefused } from './crm.js';
import { differsFinding, reachFinding } from './salesforce-checks.js';
import { SalesforceReach } from './salesforce-reach.js';

const now = new Date('2026-11-26T09:41:00.000Z');
const ago = (minutes: number) => new Date(now.getTime() - minutes * 60_000);
const reachOf = (usage: () => Promise<unknown>) => new SalesforceReach({ crm: { usage } } as never);

describe('Salesforce', () => {
  it('is well while it takes calls, and where none is connected', async () => {
    expect(reachFinding(await reachOf(async () => ({ used: 1, allowed: 2 })).read(), now)).toBeNull();
    expect(await new SalesforceReach({ crm: null }).read()).toBeNull();
    expect(reachFinding(null, now)).toBeNull();
  });

  it('fires at once if it refuses the portal, and after a quarter of an hour if it does not answer', async () => {
    const refused = await reachOf(async () => {
      throw new CrmRefused('Salesforce does not accept the client’s secret.');
    }).read();
    expect(reachFinding(refused, now)).toEqual({
      state: 'fires',
      said: 'Salesforce refuses the portal: Salesforce does not accept the client’s secret.',
    });
    const away = await reachOf(async () => {
      throw new CrmBusy('Salesforce does not answer.');
    }).read();
    expect(reachFinding({ ...away!, since: ago(4) } as never, now)).toEqual({
      state: 'pending',
      said: 'Salesforce has not answered for 4 min, fires after 15 min',
    });
    expect(reachFinding({ ...away!, since: ago(15) } as never, now)).toMatchObject({ state: 'fires' });
  });

  it('differs by what is missing and extra there, and not by what the next export sends or deletes', () => {
    const group = {
      providerId: 'LILLY',
      object: 'contacts',
      ours: 9,
      theirs: 9,
      missing: 0,
      unsent: 4,
      extra: 2,
      toDelete: 2,
    } as const;
    expect(differsFinding([group], now)).toBeNull();
    const others = [
      { ...group, missing: 1 },
      { ...group, object: 'scores', extra: 5, missing: 2 },
    ] as const;
    expect(differsFinding(others, now)).toEqual({
      state: 'fires',
      said: 'Salesforce has 3 records missing and 3 extra, as compared on 26/11/2026',
      parts: [
        { key: 'contacts', label: 'contacts', description: '1 record missing' },
        { key: 'scores', label: 'scores', description: '2 records missing and 3 extra' },
      ],
    });
  });

  it('is asked once in five minutes, however many look', async () => {
    let calls = 0;
    const reach = reachOf(async () => (calls += 1));
    await Promise.all([reach.read(), reach.read()]);
    await reach.read();
    expect(calls).toBe(1);
  });
});
