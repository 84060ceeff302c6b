import { describe, expect, it } from 'vitest';
import { lookedBackOver } from '../../../portal/analytics/figures-view';
import { engagedView, wholePlanView } from '../report';
import { countedBefore } from './figures';

const view = (start: string, end: string) => wholePlanView({ id: 'T.K1', onePayroll: true }, { start, end });

describe('The sign-ins that a report’s are compared with', () => {
  it('are those of as many months up to its start, so that no month is in both', () => {
    const now = view('2025-09-30', '2026-09-30');
    const before = countedBefore(now, '2019-03')!;
    expect(lookedBackOver(now)).toEqual(['2025-10-01', '2026-09-30']);
    expect(lookedBackOver(before)).toEqual(['2024-10-01', '2025-09-30']);
  });

  it('of engaged members are counted up to a quarter’s end, as theirs are published', () => {
    const engaged = engagedView(view('2025-09-30', '2026-10-31'))!;
    expect(lookedBackOver(engaged)).toEqual(['2025-10-01', '2026-09-30']);
    expect(lookedBackOver(countedBefore(engaged, '2019-03')!)).toEqual(['2024-10-01', '2025-09-30']);
  });

  it('are not known of a plan that has no figures of all these months', () => {
    const now = view('2025-09-30', '2026-09-30');
    expect(countedBefore(now, '2024-10')).not.toBeNull();
    expect(countedBefore(now, '2024-11')).toBeNull();
    expect(countedBefore(now, null)).toBeNull();
    expect(countedBefore(view('2026-09-30', '2026-09-30'), '2019-03')).toBeNull();
  });
});
