import { expect, it } from 'vitest';
import { MemberHistories } from './member-histories.js';
import type { MemberFactRow } from './member-history.js';

const fact = (member_id: string, event_type: string, recorded_at: string, on_day: string | null = null) =>
  ({ member_id, event_type, recorded_at, on_day, exited_on: null, plan_id: 'F.P1', company_id: '' }) as MemberFactRow;

const activity = (member_id: string, event_type: string, effective_date: string, recorded_at: string) => ({
  member_id,
  event_type,
  effective_date,
  recorded_at,
  revision: 1,
  valid: 2,
  reason: 'insurance',
  event_id: '',
});

const histories = new MemberHistories(
  [
    fact('m1', 'MemberRegistered', '2024-01-01'),
    fact('m1', 'MemberLeft', '2024-03-01', '2024-02-20'),
    fact('m2', 'MemberRegistered', '2024-01-01'),
  ],
  [
    // In the order of their days, which is not the order of recording.
    activity('m1', 'SignedIn', '2024-01-05', '2024-04-01'),
    activity('m1', 'ContactRequested', '2024-01-10', '2024-02-01'),
    activity('m3', 'SignedIn', '2024-01-05', '2024-02-01'),
  ],
);

it('a member’s history at a moment contains the facts recorded by then, whenever they happened', () => {
  const at = (recordedBy: string | null) => {
    const { details, exitDate, activities, contacts } = histories.at('m1', recordedBy);
    return [details !== null, exitDate, activities.SignedIn ?? [], contacts.length];
  };
  expect(at('2023-12-31')).toEqual([false, null, [], 0]);
  expect(at('2024-01-01')).toEqual([true, null, [], 0]);
  expect(at('2024-02-29')).toEqual([true, null, [], 1]);
  expect(at('2024-03-01')).toEqual([true, '2024-02-20', [], 1]);
  expect(at(null)).toEqual([true, '2024-02-20', ['2024-01-05'], 1]);
});

it('it is the same object as the current history if nothing was recorded since, so that derived rows can be shared', () => {
  expect(histories.at('m2', '2024-01-01')).toBe(histories.at('m2', null));
  expect(histories.at('m1', '2024-04-01')).toBe(histories.at('m1', null));
  expect(histories.at('m1', '2024-03-31')).not.toBe(histories.at('m1', null));
  expect(histories.at('m3', null).activities).toEqual({ SignedIn: ['2024-01-05'] });
  expect(histories.at('unheard of', null).details).toBeNull();
});
