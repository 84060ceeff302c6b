import { expect, it } from 'vitest';
import { deliveriesOf } from './email-delivery.slice.js';

const code = 'Your Superscope sign-in code';
const at = (instant: string) => new Date(instant);

it('counts the portal’s mails by kind, day in Sydney and reason, newest day first', () => {
  const rows = deliveriesOf([
    { subject: code, at: at('2026-11-25T12:59:00Z'), state: 'sent' },
    { subject: code, at: at('2026-11-25T13:01:00Z'), state: 'sent' },
    { subject: code, at: at('2026-11-25T13:02:00Z'), state: 'sent' },
    { subject: code, at: at('2026-11-25T13:03:00Z'), state: 'failed', reason: 'ECONNREFUSED' },
    { subject: code, at: at('2026-11-25T13:04:00Z'), state: 'failed' },
    { subject: 'Another', at: at('2026-11-25T13:05:00Z') },
  ]);
  expect(rows.map(({ kind, day, sent, failed, kept, reason }) => [kind, day, sent, failed, kept, reason])).toEqual([
    ['Another', '2026-11-26', 0, 0, 1, 'No mail server is set'],
    [code, '2026-11-26', 2, 0, 0, null],
    [code, '2026-11-26', 0, 1, 0, 'ECONNREFUSED'],
    [code, '2026-11-26', 0, 1, 0, 'The mail server did not accept it'],
    [code, '2026-11-25', 1, 0, 0, null],
  ]);
});
