import { expect, it } from 'vitest';
import { memberId } from './event-history.fixtures';
import { fieldName, streamText } from './history-text';

it('A stream is named in words, without the long ids that only machines read', () => {
  expect(streamText(`member-${memberId}`)).toBe('Member 0b8f6a3e');
  expect(streamText('plan-TWR.P0002')).toBe('Plan TWR.P0002');
  expect(streamText('access-2026-11-09')).toBe('Access 09/11/2026');
  expect(streamText(`login-${'0f'.repeat(32)}`)).toBe('Login 0f0f0f0f');
  expect(streamText('calendar')).toBe('Calendar');
});

it('A field is named by its path, without the ids of the entries that it is of', () => {
  expect(fieldName(['details', 'joinDate'])).toBe('Details › Join date');
  expect(fieldName(['activities', memberId, 'effectiveDate'])).toBe('Activities › Effective date');
  expect(fieldName(['activities', 'ConsultationPerformed 2026-10-27 1', 'effectiveDate'])).toBe(
    'Activities › Effective date',
  );
});
