import { readModels, type Change, type ReadModel } from '@superscope/contracts/changes';
import { describe, expect, it } from 'vitest';
import { staleAfter } from '../portal/changes/stale-after';
import { staleTags } from './features';

const K1 = 'T.K1';
const stale = (change: Pick<Change, 'planId' | 'readModels'>, exact: boolean) => staleAfter(staleTags, change, exact);

describe('A change on the server', () => {
  it('of a plan’s members makes that plan’s exact figures stale, but no published ones', () => {
    const change = { planId: K1, readModels: ['memberSnapshots' as const, 'contactRequests' as const] };
    const corrections = { type: 'PlanCorrections', id: K1 };
    expect(stale(change, false)).toEqual([
      { type: 'ExactFigures', id: K1 },
      'MemberEvents',
      'PlansCompleteness',
      { type: 'MemberOverview', id: K1 },
      corrections,
    ]);
    expect(stale(change, true)).toEqual([
      { type: 'ExactFigures', id: K1 },
      { type: 'Plan', id: K1 },
      'MemberEvents',
      'PlansCompleteness',
      { type: 'MemberOverview', id: K1 },
      corrections,
    ]);
  });

  it('of a plan’s editions makes its published figures stale, and its list of months', () => {
    expect(stale({ planId: K1, readModels: ['editions'] }, false)).toEqual([
      { type: 'Figures', id: K1 },
      { type: 'Campaigns', id: K1 },
      { type: 'Plan', id: K1 },
      'Peers',
      'PlansOverview',
      'PlansCompleteness',
    ]);
  });

  it('of another plan makes peers stale, because it may be one of them', () => {
    expect(stale({ planId: 'T.K2', readModels: ['editions'] }, false)).toContain('Peers');
  });

  it('of a plan’s employers makes the list of its filter stale, and what is known of its payroll', () => {
    expect(stale({ planId: K1, readModels: ['companies'] }, false)).toEqual([
      { type: 'Plan', id: K1 },
      'PlansOverview',
      'InsuranceChoices',
      'TemplatePrecedence',
      { type: 'PlanCorrections', id: K1 },
    ]);
  });

  it('of the settings makes the exact figures of all plans stale, the dated settings, what a plan’s cover is quoted by, and the dates of investment options', () => {
    expect(stale({ planId: null, readModels: ['figures'] }, false)).toEqual([
      'ExactFigures',
      'Plan',
      'Settings',
      'InsuranceChoices',
      'DataDates',
    ]);
  });

  it('of who opened a campaign makes only its exact figures stale; a new campaign also makes published lists and the plan stale', () => {
    expect(stale({ planId: K1, readModels: ['campaignEngagement'] }, false)).toEqual([
      { type: 'ExactCampaigns', id: K1 },
    ]);
    expect(stale({ planId: K1, readModels: ['campaigns'] }, false)).toEqual([
      { type: 'Campaigns', id: K1 },
      { type: 'ExactCampaigns', id: K1 },
      { type: 'Plan', id: K1 },
      { type: 'PlanCorrections', id: K1 },
    ]);
  });

  it('of who may see a plan makes everything about it stale, and the lists of plans', () => {
    expect(stale({ planId: null, readModels: ['platforms'] }, false)).toEqual([
      'Figures',
      'ExactFigures',
      'Plan',
      'Plans',
      'Platforms',
      'Peers',
      'PlansOverview',
    ]);
  });

  it('concerns a read model that a screen shows, or one that is declared as shown nowhere', () => {
    const shownNowhere: ReadModel[] = [
      ...(['imports', 'watches', 'signIns', 'streamEvents', 'planDigests'] as const),
      ...(['eventHistory', 'access'] as const),
    ];
    const shown = readModels.filter((model) => stale({ planId: null, readModels: [model] }, true).length > 0);
    expect([...shown, ...shownNowhere].toSorted()).toEqual([...readModels].toSorted());
  });

  it('of members and their events makes only timelines, pages of members, filed consultations and what is known of a member to insure stale, until their figures are derived', () => {
    expect(stale({ planId: null, readModels: ['members', 'memberEvents'] }, false).sort()).toEqual([
      'Consultations',
      'InsuredMember',
      'MemberEvents',
      'MemberOverview',
    ]);
  });

  it('of a running import, of watches, of sign-ins or of lists of events makes nothing stale', () => {
    expect(stale({ planId: null, readModels: ['imports', 'watches', 'signIns', 'streamEvents'] }, true)).toEqual([]);
  });
});
