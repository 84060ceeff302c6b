import { describe, expect, it } from 'vitest';
import { alreadyRecordedText } from './already-recorded.js';

const earlier = (of: object = {}) => ({
  eventType: 'ConsultationPerformed',
  at: '2026-11-20T23:42:00.000Z',
  by: 'Helen Marchetti',
  fromFile: false,
  ...of,
});

describe('what was recorded already', () => {
  it('is named by time and person, in Sydney', () =>
    expect(alreadyRecordedText([earlier()], '2026-11-21')).toBe('Already recorded at 10:42 by Helen Marchetti'));

  it('has its date on any other day, and says that it came with a file', () => {
    // 00:30 on the 21st in Sydney is the 20th in UTC.
    const at = '2026-11-20T13:30:00.000Z';
    expect(alreadyRecordedText([earlier({ at })], '2026-11-21')).toBe('Already recorded at 00:30 by Helen Marchetti');
    expect(alreadyRecordedText([earlier({ at, fromFile: true })], '2026-11-22')).toBe(
      'Already recorded on 21/11/2026 at 00:30 by Helen Marchetti, with a file',
    );
  });

  it('is listed by kind if there are several', () =>
    expect(
      alreadyRecordedText([earlier(), earlier({ eventType: 'InsuranceAdviceImplemented', by: 'Joon' })], '2026-11-21'),
    ).toBe(
      'Already recorded: consultation performed at 10:42 by Helen Marchetti; insurance advice implemented at 10:42 by Joon',
    ));
});
