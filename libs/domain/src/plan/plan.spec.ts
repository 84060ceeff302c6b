import { describe, it } from 'vitest';
import { given } from '../given.js';
import type { MemberCategoryDetails, PlanDetails, PlanEvent } from './plan.events.js';
import {
  closePlan,
  countByDates,
  planStream,
  publishPlan,
  recordMemberCategory,
  recordPlan,
  removeFlyer,
  reopenPlan,
  uploadFlyer,
} from './plan.js';

const acme: PlanDetails = {
  planId: 'NULL.ACME',
  platformId: 'NULL',
  name: 'Acme Corporate Plan',
  shortName: 'Acme',
  startDate: '2015-07-01',
  superScoreClient: true,
  relationshipManager: null,
  onePayroll: null,
};
const registered: PlanEvent = { type: 'PlanRegistered', data: { ...acme, countsByDates: true, publishingRules: 2 } };
const closed: PlanEvent = { type: 'PlanClosed', data: { planId: acme.planId, on: '2024-07-01' } };
const reopened: PlanEvent = { type: 'PlanReopened', data: { planId: acme.planId } };

const managers: MemberCategoryDetails = {
  planId: acme.planId,
  categoryId: 'MGR',
  name: 'Managers',
  active: true,
  deathFormula: '4 x salary',
  tpdFormula: null,
  sciPercent: 75,
  deathTpdAalCents: 75_000_000,
  sciAalCents: null,
  sciWaitDays: 90,
  sciBenefitPeriod: '2 years',
};
const defined: PlanEvent = { type: 'MemberCategoryDefined', data: managers };

describe('a plan', () => {
  it('is registered by its first row and not written again by an unchanged one', () => {
    given(planStream).when(recordPlan(acme)).then(registered);
    given(planStream, registered).when(recordPlan(acme)).then();
  });

  it('is revised where a field differs', () => {
    const renamed = { ...acme, name: 'Acme Staff Plan' };
    const revised: PlanEvent = { type: 'PlanDetailsRevised', data: renamed };
    given(planStream, registered).when(recordPlan(renamed)).then(revised);
    given(planStream, registered, revised).when(recordPlan(renamed)).then();
    given(planStream, registered, revised).when(recordPlan(acme)).then({ type: 'PlanDetailsRevised', data: acme });
  });

  it('stays on its platform', () =>
    given(planStream, registered)
      .when(recordPlan({ ...acme, platformId: 'OTHER' }))
      .thenRefuses('conflict', 'Plan NULL.ACME belongs to platform NULL.'));

  it('closes on a day, once', () => {
    given(planStream, registered).when(closePlan('2024-07-01')).then(closed);
    given(planStream, registered, closed).when(closePlan('2024-07-01')).then();
  });

  it('closes on another day when the first was wrong', () =>
    given(planStream, registered, closed)
      .when(closePlan('2024-08-01'))
      .then({ type: 'PlanClosed', data: { planId: acme.planId, on: '2024-08-01' } }));

  it('can close on the day it starts but not before', () => {
    given(planStream, registered)
      .when(closePlan('2015-07-01'))
      .then({ type: 'PlanClosed', data: { planId: acme.planId, on: '2015-07-01' } });
    given(planStream, registered)
      .when(closePlan('2015-06-30'))
      .thenRefuses('invalid', 'A plan cannot close before it starts.');
  });

  it('can be reopened only when it was closed', () => {
    given(planStream, registered, closed).when(reopenPlan).then(reopened);
    given(planStream, registered).when(reopenPlan).then();
    given(planStream, registered, closed, reopened).when(closePlan('2024-07-01')).then(closed);
  });

  it('is published on every request, which changes nothing else', () => {
    const published: PlanEvent = { type: 'PlanPublished', data: { planId: acme.planId } };
    given(planStream, registered).when(publishPlan).then(published);
    given(planStream, registered, closed, published).when(publishPlan).then(published);
    given(planStream, registered, closed, published).when(closePlan('2024-07-01')).then();
  });

  it('of an earlier release begins once to count its members by their dates, and is published with the reason', () => {
    const earlier: PlanEvent = { type: 'PlanRegistered', data: acme };
    const counted: PlanEvent = { type: 'MembersCountedByDates', data: { planId: acme.planId } };
    const why = 'Members now count by their dates.';
    const published: PlanEvent = { type: 'PlanPublished', data: { planId: acme.planId, reason: why } };
    given(planStream, earlier).when(countByDates(why)).then(counted, published);
    given(planStream, earlier, counted, published).when(countByDates(why)).then();
    given(planStream, earlier, counted, published).when(recordPlan(acme)).then();
    given(planStream, registered).when(countByDates(why)).then();
  });

  it('must exist to be closed, reopened, published, counted by dates or given a category', () => {
    const counted = countByDates('Why.');
    for (const decision of [closePlan('2024-07-01'), reopenPlan, publishPlan, counted, recordMemberCategory(managers)])
      given(planStream).when(decision).thenRefuses('not-found', 'There is no such plan.');
  });
});

describe('a member category', () => {
  it('is defined once for its plan', () => {
    given(planStream, registered).when(recordMemberCategory(managers)).then(defined);
    given(planStream, registered, defined).when(recordMemberCategory(managers)).then();
  });

  it("may be named like a property of JavaScript's objects", () => {
    const odd = { ...managers, categoryId: 'constructor' };
    given(planStream, registered).when(recordMemberCategory(odd)).then({ type: 'MemberCategoryDefined', data: odd });
  });

  it('keeps the fields that a file leaves out', () => {
    const { planId, categoryId, name } = managers;
    given(planStream, registered, { type: 'MemberCategoryDefined', data: { ...managers, active: false } })
      .when(recordMemberCategory({ planId, categoryId, name }))
      .then();
  });

  it('is revised where a field differs, without changing other categories', () => {
    const inactive = { ...managers, active: false };
    const staff = { ...managers, categoryId: 'STAFF', name: 'Staff' };
    const both = [registered, defined, { type: 'MemberCategoryDefined', data: staff }] as const;
    const revised: PlanEvent = { type: 'MemberCategoryRevised', data: inactive };
    given(planStream, ...both)
      .when(recordMemberCategory(inactive))
      .then(revised);
    given(planStream, ...both, revised)
      .when(recordMemberCategory(inactive))
      .then();
    given(planStream, ...both, revised)
      .when(recordMemberCategory(staff))
      .then();
  });

  it('leaves its plan as it is', () => {
    given(planStream, registered, closed, defined).when(recordPlan(acme)).then();
    given(planStream, registered, closed, defined).when(closePlan('2024-07-01')).then();
  });
});

describe('a flyer of a plan', () => {
  const flyer = { planId: acme.planId, name: 'Plan details (2026)', sha256: 'a'.repeat(64), bytes: 1_200 };
  const uploaded: PlanEvent = { type: 'PlanFlyerUploaded', data: flyer };
  const removed: PlanEvent = { type: 'PlanFlyerRemoved', data: { planId: acme.planId, name: flyer.name } };

  it('is uploaded once, and replaced by other bytes of its name', () => {
    given(planStream, registered).when(uploadFlyer(flyer)).then(uploaded);
    given(planStream, registered, uploaded).when(uploadFlyer(flyer)).then();
    const other = { ...flyer, sha256: 'b'.repeat(64) };
    given(planStream, registered, uploaded).when(uploadFlyer(other)).then({ type: 'PlanFlyerUploaded', data: other });
  });

  it('can be removed while it is there, and uploaded again', () => {
    given(planStream, registered, uploaded).when(removeFlyer(flyer.name)).then(removed);
    given(planStream, registered, uploaded, removed)
      .when(removeFlyer(flyer.name))
      .thenRefuses('not-found', 'There is no such flyer.');
    given(planStream, registered, uploaded, removed).when(uploadFlyer(flyer)).then(uploaded);
  });

  it.each(['', ' a', '../secret', 'a/b', 'a.b', 'a\r\nb', '__proto__', '$where', 'x'.repeat(81), 'ends '])(
    'cannot be called %j',
    (name) =>
      given(planStream, registered)
        .when(uploadFlyer({ ...flyer, name }))
        .thenRefuses(
          'invalid',
          'The file’s name may have up to 80 letters, digits, spaces, commas, apostrophes, hyphens, underscores, brackets, & and +, no full stop, and begins with a letter or a digit.',
        ),
  );

  it.each(['Übersicht', 'Members’ guide, part 2', 'Guide – 2026'])('may be called %s', (name) =>
    given(planStream, registered)
      .when(uploadFlyer({ ...flyer, name }))
      .then({ type: 'PlanFlyerUploaded', data: { ...flyer, name } }),
  );

  it('is one of at most twenty, of which each may still be replaced', () => {
    const twenty = Array.from({ length: 20 }, (_, i): PlanEvent => ({
      type: 'PlanFlyerUploaded',
      data: { ...flyer, name: `Flyer ${i}` },
    }));
    given(planStream, registered, ...twenty)
      .when(uploadFlyer(flyer))
      .thenRefuses('conflict', 'A plan has at most 20 flyers; remove one first.');
    const again = { ...flyer, name: 'Flyer 3', sha256: 'c'.repeat(64) };
    given(planStream, registered, ...twenty)
      .when(uploadFlyer(again))
      .then({ type: 'PlanFlyerUploaded', data: again });
  });

  it('needs its plan', () => {
    for (const decision of [uploadFlyer(flyer), removeFlyer(flyer.name)])
      given(planStream).when(decision).thenRefuses('not-found', 'There is no such plan.');
  });
});
