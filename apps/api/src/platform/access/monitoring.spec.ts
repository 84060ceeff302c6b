import { describe, expect, it } from 'vitest';
import { isMonitor } from './monitoring.js';

const token = 'a-token-of-the-monitoring';
const from = (remoteAddress: string | undefined, headers: Record<string, string> = {}) =>
  ({ headers, raw: { socket: { remoteAddress } } }) as never;

describe('who may monitor without a session', () => {
  it.each(['127.0.0.1', '127.8.8.8', '::1', '::ffff:127.0.0.1'])('is a program on this machine: %s', (address) =>
    expect(isMonitor(from(address), undefined)).toBe(true),
  );

  it.each(['10.0.0.1', '::ffff:10.0.0.1', '1127.0.0.1', '::2', '', undefined])('is nobody from %s', (address) =>
    expect(isMonitor(from(address), undefined)).toBe(false),
  );

  it.each(['x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'forwarded', 'via'])(
    'is no caller through a proxy on this machine (%s), nor one that claims to be local',
    (header) => {
      expect(isMonitor(from('127.0.0.1', { [header]: '203.0.113.5' }), undefined)).toBe(false);
      expect(isMonitor(from('203.0.113.5', { [header]: '127.0.0.1' }), undefined)).toBe(false);
    },
  );

  it('is a caller with the token, from anywhere and through any proxy', () => {
    const headers = { authorization: `Bearer ${token}`, 'x-forwarded-for': '10.1.1.1' };
    expect(isMonitor(from('10.0.0.1', headers), token)).toBe(true);
    expect(isMonitor(from('10.0.0.1', { authorization: `Bearer ${token}x` }), token)).toBe(false);
    expect(isMonitor(from('10.0.0.1', { authorization: token }), token)).toBe(false);
    expect(isMonitor(from('10.0.0.1', { authorization: 'Bearer undefined' }), undefined)).toBe(false);
  });
});
