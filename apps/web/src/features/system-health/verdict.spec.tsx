import type { AlertCount, FiringAlert } from '@superscope/contracts/alerts';
import { worstOf, type DoctorState } from '@superscope/contracts/doctor';
import type { SystemHealth } from '@superscope/contracts/system-health';
import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { openAt } from '../../test/render-app';
import { lagOf, proofOf, verdictOf as verdictAt, type Found } from './verdict';
import { well, serverWith } from './system-health.fixtures';

const now = Date.parse('2026-03-01T01:00:30.000Z');
const firing = (...alerts: FiringAlert[]): AlertCount => ({
  lookedAt: '2026-03-01T01:00:00.000Z',
  open: alerts.filter(({ quietedBy }) => quietedBy === null).length,
  firing: alerts,
});
const found = (...checks: [DoctorState, string][]): Found => ({
  state: worstOf(checks.map(([state]) => ({ state }))),
  checks: checks.map(([state, of]) => ({ area: 'backup', of, state, said: '', advice: null })),
});
const verdictOf = (health: SystemHealth, alerts: AlertCount | null = firing(), doctor: Found = found()) =>
  verdictAt(health, alerts, now, doctor);

describe('what the doctor finds', () => {
  it('stands in the sentence above it, so that the page agrees with itself', () => {
    expect(verdictOf(well).sentence).toBe('Everything runs.');
    const of = (doctor: Found) => verdictOf(well, firing(), doctor);
    expect(of(found(['well', 'Copies'], ['attention', 'Newest backup']))).toEqual({
      tone: 'attention',
      sentence: 'Engines and projectors run. Soon to be looked at: Backup, Newest backup. See Doctor.',
    });
    expect(of(found(['broken', 'Newest backup'], ['attention', 'Copies']))).toEqual({
      tone: 'danger',
      sentence: 'The doctor finds something broken: Backup, Newest backup. See Doctor.',
    });
    expect(of(found(['attention', 'A'], ['attention', 'B'], ['attention', 'C'])).sentence).toContain(
      'Backup, B; and 1 more.',
    );
  });

  it('is not said to be well before it is known', () => {
    expect(verdictOf(well, firing(), null).sentence).toBe('Engines and projectors run. The doctor is looking.');
    expect(verdictOf(well, firing(), 'failed').sentence).toBe('Everything runs.');
  });

  it('comes after what fires, and before what only waits', () => {
    const broken = found(['broken', 'Newest backup']);
    expect(verdictOf(well, firing({ title: 'Engine down', quietedBy: null }), broken).sentence).toContain(
      'Engine down',
    );
    const letters = { ...well, deadLetters: { ...well.deadLetters, waiting: 1 } };
    expect(verdictOf(letters, firing(), broken).sentence).toContain('Newest backup');
    expect(verdictOf(letters, firing(), found(['attention', 'Copies'])).sentence).toContain('dead letter');
  });
});

describe('the signed history', () => {
  const last = { at: '2026-03-01T01:00:00.000Z', events: 812, heads: 3, difference: null };

  it('is shown as equal, with the number of heads', async () => {
    serverWith(well);
    openAt('/operations/system-health');
    const card = within(await screen.findByRole('region', { name: 'Signed history' }));
    await card.findByText('Equal');
    await card.findByText('812 events under 3 heads.');
  });

  it('that differs from a head determines the verdict of the page, and names the place', async () => {
    const difference = 'Block 2: event 301 is not what was recorded: MemberErased, revision 42 of stream member-6.';
    serverWith({ ...well, proof: { signs: true, last: { ...last, difference }, failedAt: null, daysWithout: 0 } });
    openAt('/operations/system-health');
    await screen.findByText('The history differs from what was signed before. See Signed history.');
    const card = within(screen.getByRole('region', { name: 'Signed history' }));
    await card.findByText('Differs');
    await card.findByText(difference);
  });

  it('is not shown as good if the last comparison failed or is days old', () => {
    const of = (proof: SystemHealth['proof']) => [
      verdictOf({ ...well, proof }).tone,
      proofOf({ ...well, proof }).value,
    ];
    const failed = { signs: true, last, failedAt: '2026-03-02T01:00:00.000Z', daysWithout: 1 };
    expect(of(failed)).toEqual(['danger', 'Failed']);
    expect(of({ ...failed, last: null })).toEqual(['danger', 'Failed']);
    const passed = { ...failed, failedAt: null };
    expect(of({ ...passed, daysWithout: 2 })).toEqual(['attention', 'Not lately']);
    expect(of(passed)).toEqual(['good', 'Equal']);
    // Because of an outage no comparison has succeeded since the first attempt.
    expect(of({ ...passed, last: null, daysWithout: 2 })).toEqual(['attention', 'None yet']);
    expect(verdictOf({ ...well, proof: { ...passed, last: null, daysWithout: 1 } }).tone).toBe('good');
  });

  it('needs attention if nobody signs it, if there is no head yet, and if the last comparison was days ago', () => {
    const of = (proof: Partial<SystemHealth['proof']>) =>
      proofOf({ ...well, proof: { ...well.proof, daysWithout: null, ...proof } });
    expect(of({ signs: false, last: null })).toMatchObject({ tone: 'attention', value: 'Not signed' });
    expect(of({ signs: true, last: null })).toMatchObject({ tone: 'attention', value: 'None yet' });
    const one = { ...last, heads: 1 };
    expect(of({ last: one, daysWithout: 3 })).toMatchObject({ tone: 'attention', value: 'Not lately' });
    expect(of({ last: one, daysWithout: 1 })).toMatchObject({
      tone: 'good',
      sentence: '812 events under one head',
    });
  });
});

describe('the verdict', () => {
  it('is the worst of all states', () => {
    const none = { ...well, projectors: 0, deadLetters: { waiting: 1, retrying: 0, dropped: 0 } };
    expect(verdictOf(none)).toMatchObject({ tone: 'danger', sentence: expect.stringContaining('No projector runs') });
    expect(verdictOf({ ...none, projectors: 1 }).sentence).toBe('One dead letter waits for somebody.');
    const away = none.engines.map((engine) => ({ ...engine, reachable: false, answerMs: null }));
    expect(verdictOf({ ...none, engines: away }).sentence).toBe('Event store, MongoDB and ClickHouse do not answer.');
  });

  it('does not say that everything runs while an alert fires, whoever has it in hand', () => {
    const late: FiringAlert = { title: 'File late', quietedBy: null };
    const letters: FiringAlert = { title: 'Dead letters', quietedBy: 'mute' };
    const of = (...alerts: FiringAlert[]) => [
      verdictOf(well, firing(...alerts)).tone,
      verdictOf(well, firing(...alerts)).sentence,
    ];
    expect(of()).toEqual(['good', 'Everything runs.']);
    expect(of(late, letters)).toEqual(['danger', 'An alert fires: File late.']);
    expect(of(late, { ...letters, quietedBy: null })).toEqual(['danger', '2 alerts fire: File late and Dead letters.']);
    expect(of({ ...late, quietedBy: 'hand' })).toEqual([
      'attention',
      'An alert fires: File late. Somebody has it in hand.',
    ]);
    expect(of(letters)).toEqual(['attention', 'An alert fires: Dead letters. It is muted.']);
    expect(of({ ...late, quietedBy: 'hand' }, letters)).toEqual([
      'attention',
      '2 alerts fire: File late and Dead letters. Each is in hand or muted.',
    ]);
  });

  it('does not say that everything runs while it is not known what fires', () => {
    expect(verdictOf(well, null).sentence).toBe('Engines and projectors run. What fires is not known.');
    const looked = (lookedAt: string | null) => verdictOf(well, { ...firing(), lookedAt }).sentence;
    expect(looked(null)).toBe('Engines and projectors run, but nobody has looked at the checks yet.');
    expect(looked('2026-03-01T00:50:00.000Z')).toBe(
      'Engines and projectors run, but nobody has looked at the checks since 01/03/2026 11:50.',
    );
    expect(looked('2026-03-01T00:56:00.000Z')).toBe('Everything runs.');
  });

  it('says how far behind the screens are', () => {
    expect(lagOf(well)).toEqual({ value: 'Up to date', note: 'No figures wait to be derived' });
    const behind = lagOf({ ...well, eventsBehind: { count: 1, orMore: false }, secondsBehind: 75, stalePlans: 2 });
    const note = 'the oldest for 1 min. Figures of 2 plans are being derived';
    expect(behind).toEqual({ value: '1 event behind', note });
  });
});
