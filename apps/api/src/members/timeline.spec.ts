import type { FieldsOf } from '@superscope/contracts/read-models/document-view';
import type { memberEventsView } from '@superscope/contracts/read-models/member-events';
import { describe, expect, it } from 'vitest';
import { timelineOf } from './timeline.js';

type Document = FieldsOf<typeof memberEventsView>;
type Activity = NonNullable<Document['events']>[string];

const activity = (eventType: string, effectiveDate: string, more: Partial<Activity> = {}): Activity => ({
  eventType,
  effectiveDate,
  consultant: null,
  valid: null,
  outcome: null,
  amountCents: null,
  notes: null,
  fundName: null,
  recorded: null,
  ...more,
});
const timeline = (document: Document, processedBefore: string | null = null) =>
  timelineOf('m1', document, processedBefore, { kind: 'all' });

describe('a timeline', () => {
  it('has the newest first, and the last recorded first among those of one moment', () => {
    const events = {
      e1: activity('RiskProfileAssessmentCompleted', '2026-04-23'),
      e2: activity('EmailSubscriptionChanged', '2025-05-28'),
      e10: activity('InsuranceAssessmentCompleted', '2026-04-23'),
    };
    const contacts = { e3: { at: '2026-11-04T09:17:00.000Z', reason: 'insurance', status: null } };
    expect(timeline({ events, contacts }).map(({ id, eventType }) => [id, eventType])).toEqual([
      ['m1_e3', 'ContactRequested'],
      ['m1_e10', 'InsuranceAssessmentCompleted'],
      ['m1_e1', 'RiskProfileAssessmentCompleted'],
      ['m1_e2', 'EmailSubscriptionChanged'],
    ]);
  });

  it('shows the last imported event of a kind and day, and every request once', () => {
    const events = {
      e9: activity('ConsultationPerformed', '2026-04-23', { notes: 'first' }),
      e10: activity('ConsultationPerformed', '2026-04-23', { notes: 'corrected' }),
    };
    const asked = { at: '2026-04-24T00:00:00.000Z', reason: 'insurance' };
    const contacts = { e2: { ...asked, status: 'Open' }, e11: { ...asked, status: 'Closed' } };
    expect(timeline({ events, contacts }).map(({ notes, status }) => notes ?? status)).toEqual(['Closed', 'corrected']);
  });

  it('has the time of an event recorded on its own day, and otherwise the beginning of the day in Sydney', () => {
    const recorded = { eventId: 'm1_a', at: '2026-11-20T23:42:00.000Z' };
    const on = (effectiveDate: string) =>
      timeline({ events: { e1: activity('ConsultationPerformed', effectiveDate, { recorded }) } });
    expect(on('2026-11-21')).toMatchObject([{ id: 'm1_a', at: recorded.at, hasTime: true }]);
    expect(on('2026-11-20')).toMatchObject([{ at: '2026-11-19T13:00:00.000Z', hasTime: false }]);
  });

  it('shows imported events as processed, and recorded ones after a run on a later day', () => {
    const recorded = { eventId: 'm1_a', at: '2026-11-20T23:42:00.000Z' };
    const events = {
      e1: activity('ConsultationPerformed', '2026-11-21'),
      e2: activity('ConsultationPerformed', '2026-11-21', { recorded }),
    };
    const processed = (before: string | null) => timeline({ events }, before).map((event) => event.processed);
    expect(processed(null)).toEqual([false, true]);
    expect(processed('2026-11-21')).toEqual([false, true]);
    expect(processed('2026-11-22')).toEqual([true, true]);
  });

  it('leaves out sign-ins and what was withdrawn', () => {
    const events = {
      e1: activity('SignedIn', '2026-11-21'),
      e2: activity('ConsultationPerformed', '2026-11-21', {
        recorded: { eventId: 'm1_a', at: '2026-11-21T00:00:00.000Z' },
      }),
    };
    expect(timeline({ events, withdrawn: { m1_a: true } })).toEqual([]);
  });

  it('says what a comparison of fees found only to callers who reach its plan', () => {
    const comparison = {
      at: '2026-11-26T01:00:00.000Z',
      planId: 'T.a',
      comparedBy: 'helen',
      feesAsAt: '2026-11-26',
      balanceCents: 9_864_000,
      nameA: 'Lifestage 1980s',
      nameB: 'Balanced Index',
      totalCentsA: 93_616,
      totalCentsB: null,
    };
    const shown = (...planIds: string[]) =>
      timelineOf('m1', { comparisons: { e4: comparison } }, null, { kind: 'plans', planIds: new Set(planIds) });
    expect(shown('T.a', 'T.b')).toMatchObject([
      {
        eventType: 'FeesCompared',
        notes: 'Lifestage 1980s: $936.16 a year; Balanced Index: not known. On $98,640.00, fees as at 26/11/2026.',
      },
    ]);
    const [hidden] = shown('T.b');
    expect(hidden).toMatchObject({ eventType: 'FeesCompared', at: comparison.at, consultant: 'helen', notes: null });
    expect(JSON.stringify(hidden)).not.toMatch(/98|936|Lifestage|Index/);
  });

  it('says what a quotation of insurance found only to callers who reach its plan', () => {
    const quotation = {
      at: '2026-11-26T01:00:00.000Z',
      planId: 'T.a',
      quotedBy: 'helen',
      calculationDate: '2026-11-26',
      ageNextBirthday: '45',
      salaryCents: 9_200_000,
      categoryId: 'STAFF',
      categoryName: 'Permanent staff',
      occupationGroup: 'White collar',
      addressState: 'VIC',
      defaultCents: { Death: 36_800_000, TPD: 36_800_000, SCI: 575_000 },
      voluntaryCents: { Death: 50_000_000, TPD: 0, SCI: 0 },
      aboveLimitCents: { Death: 11_800_000, TPD: 0, SCI: 0 },
      annualCents: 117_058,
      monthlyCents: 9_755,
      ratesFrom: '2026-07-01',
    };
    const shown = (planId: string) =>
      timelineOf('m1', { quotations: { e4: quotation } }, null, { kind: 'plans', planIds: new Set([planId]) });
    expect(shown('T.a')).toMatchObject([
      {
        eventType: 'InsuranceQuoted',
        consultant: 'helen',
        notes:
          '$868,000 death, $368,000 TPD, $5,750 SCI a month: $97.55 a month, $1,170.58 a year. Calculated at 26/11/2026, rates of 01/07/2026.',
      },
    ]);
    expect(shown('T.b')).toMatchObject([{ eventType: 'InsuranceQuoted', notes: null }]);
  });

  it('of a missing document is empty', () => expect(timeline({})).toEqual([]));
});
