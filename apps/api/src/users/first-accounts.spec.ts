import { weaknessOf } from '@superscope/contracts/password-strength';
import { describe, expect, it } from 'vitest';
import { storeWith } from '../platform/commands/store-in-memory.fixture.js';
import { FirstAccounts } from './first-accounts.slice.js';
import type { RegisterUser } from './register-user.slice.js';

const rule = { leastLength: 12, words: ['superscope', 'admin', 'administrator'] };
const rules = { weaknessOf: (password: string) => weaknessOf(password, rule) };
const identity = { loginIds: (login: string) => [login] };

async function started(env: object, events: Parameters<typeof storeWith>[0] = {}): Promise<string[]> {
  const made: string[] = [];
  const commands = {
    execute: async ({ registration }: RegisterUser) => void made.push(registration.userId),
  };
  const { store } = storeWith(events);
  const accounts = new FirstAccounts(env as never, commands as never, store, identity as never, rules as never);
  await accounts.onApplicationBootstrap();
  return made;
}

describe('the first Admin', () => {
  it('is made with a password that any Admin could choose', async () => {
    expect(await started({ SUPERSCOPE_ADMIN_PASSWORD: 'tram-5-Lemon-kite' })).toEqual(['admin']);
  });

  it.each([
    ['tram-5-kite', 'At least 12 characters'],
    ['Superscope-Admin-2026', 'Choose a password that does not build on your name, the portal’s or the fund’s'],
    ['qwertyuiop1234', 'Choose a password that is harder to guess'],
  ])('is not made with %s, and the start says why without repeating it', async (SUPERSCOPE_ADMIN_PASSWORD, why) => {
    await expect(started({ SUPERSCOPE_ADMIN_PASSWORD })).rejects.toThrow(
      new Error(`SUPERSCOPE_ADMIN_PASSWORD is not accepted: ${why}.`),
    );
  });

  it('keeps a password from before, whatever the setting says', async () => {
    const personal = { username: 'admin', name: 'Administrator', email: null };
    const registered = { userId: 'admin', role: 'Admin', context: null, emailCode: false, personal };
    const events = {
      'login-admin': [{ type: 'LoginReserved', data: { userId: 'admin' } }],
      'user-admin': [
        { type: 'UserRegistered', data: registered },
        { type: 'UserPasswordSet', data: { userId: 'admin', sealedHash: 'sealed' } },
      ],
    };
    expect(await started({ SUPERSCOPE_ADMIN_PASSWORD: 'qwertyuiop' }, events)).toEqual([]);
  });
});

it('the demo’s accounts are made with any password of their setting', async () => {
  const made = await started({ SUPERSCOPE_DEMO: true, SUPERSCOPE_DEMO_PASSWORD: 'Superscope1' });
  expect(made).toContain('staff');
});
