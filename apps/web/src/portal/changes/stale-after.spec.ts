import { describe, expect, it } from 'vitest';
import { staleAfter } from './use-changes';

const K1 = 'T.K1';

describe('A change on the server', () => {
  it('of a plan’s members makes that plan’s exact figures stale, and none that is published', () => {
    const change = { planId: K1, readModels: ['memberSnapshots' as const, 'contactRequests' as const] };
    expect(staleAfter(change, false)).toEqual([{ type: 'ExactFigures', id: K1 }]);
    expect(staleAfter(change, true)).toEqual([
      { type: 'ExactFigures', id: K1 },
      { type: 'Plan', id: K1 },
    ]);
  });

  it('of a plan’s editions makes what is published of it stale, and the months that it has', () => {
    expect(staleAfter({ planId: K1, readModels: ['editions'] }, false)).toEqual([
      { type: 'Figures', id: K1 },
      { type: 'Campaigns', id: K1 },
      { type: 'Plan', id: K1 },
    ]);
  });

  it('of the settings asks for exact figures of all plans again, and for the dated settings', () => {
    expect(staleAfter({ planId: null, readModels: ['figures'] }, false)).toEqual(['ExactFigures', 'Plan', 'Settings']);
  });

  it('of who opened a campaign moves only what is exact of it; a new campaign is in every list', () => {
    expect(staleAfter({ planId: K1, readModels: ['campaignEngagement'] }, false)).toEqual([
      { type: 'ExactCampaigns', id: K1 },
    ]);
    expect(staleAfter({ planId: K1, readModels: ['campaigns'] }, false)).toEqual([
      { type: 'Campaigns', id: K1 },
      { type: 'ExactCampaigns', id: K1 },
    ]);
  });

  it('of a plan’s reach asks for everything of it, and for the lists of plans', () => {
    expect(staleAfter({ planId: null, readModels: ['platforms'] }, false)).toEqual([
      'Figures',
      'ExactFigures',
      'Plan',
      'Plans',
    ]);
  });

  it('of users, of a running import or of members before their figures are derived asks for nothing', () => {
    expect(staleAfter({ planId: null, readModels: ['users', 'imports', 'members', 'memberEvents'] }, true)).toEqual([]);
  });
});
