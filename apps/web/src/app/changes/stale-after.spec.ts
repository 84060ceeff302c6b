import { describe, expect, it } from 'vitest';
import { staleAfter } from './use-changes';

describe('A change on the server', () => {
  it('of a plan’s members makes that plan’s figures and months stale, and no other’s', () => {
    expect(staleAfter({ planId: 'T.K1', readModels: ['memberSnapshots'] })).toEqual([
      { type: 'Figures', id: 'T.K1' },
      { type: 'Plan', id: 'T.K1' },
    ]);
  });

  it('of all plans makes every figure stale, and the dated settings with it', () => {
    expect(staleAfter({ planId: null, readModels: ['figures'] })).toEqual(['Figures', 'Plan', 'Settings']);
  });

  it('of campaigns asks for that plan’s campaigns again, and for no figure of its members', () => {
    expect(staleAfter({ planId: 'T.K1', readModels: ['campaigns', 'campaignEngagement'] })).toEqual([
      { type: 'Campaigns', id: 'T.K1' },
    ]);
  });

  it('of users, of a running import or of members before their figures are derived asks for nothing', () => {
    expect(staleAfter({ planId: null, readModels: ['users', 'imports', 'members', 'memberEvents'] })).toEqual([]);
  });
});
