import type { SystemHealth } from '@superscope/contracts/system-health';
import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { openAt } from '../../test/render-app';
import { lagOf, proofOf, verdictOf } from './verdict';
import { well, serverWith } from './system-health.fixtures';

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
    expect(verdictOf({ ...none, projectors: 1 }).sentence).toBe('Everything runs. One dead letter waits for somebody.');
    const away = none.engines.map((engine) => ({ ...engine, reachable: false, answerMs: null }));
    expect(verdictOf({ ...none, engines: away }).sentence).toBe('Event store, MongoDB and ClickHouse do not answer.');
  });

  it('says how far behind the screens are', () => {
    expect(lagOf(well)).toEqual({ value: 'Up to date', note: 'No figures wait to be derived' });
    const behind = lagOf({ ...well, eventsBehind: { count: 1, orMore: false }, secondsBehind: 75, stalePlans: 2 });
    const note = 'the oldest for 1 min. Figures of 2 plans are being derived';
    expect(behind).toEqual({ value: '1 event behind', note });
  });
});
