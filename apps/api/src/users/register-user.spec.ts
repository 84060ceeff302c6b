import { describe, expect, it } from 'vitest';
import { systemContext } from '../platform/commands/command-context.js';
import { storeWith } from '../platform/commands/store-in-memory.fixture.js';
import { RegisterUser, RegisterUserHandler } from './register-user.slice.js';
import { registerApplicationEndpoint } from './register-user.slice.js';

const loginId = (login: string) => `hmac-of-${login.toLowerCase()}`;
const identity = { loginId, loginIds: (login: string) => [loginId(login)] };
const hasher = { seal: async () => 'sealed' };
const registration = (role: 'Admin' | 'Application', email: string | null = null) => ({
  userId: 'u1',
  role,
  context: null,
  emailCode: false,
  personal: { username: 'mei', name: null, email },
});

const viewsOf = (...usernames: string[]) => ({
  of: () => ({
    find: () => ({ toArray: async () => usernames.map((username) => ({ personal: { username, email: null } })) }),
  }),
});

async function registering(
  role: 'Admin' | 'Application',
  password: string | null,
  past = {},
  email?: string,
  others: string[] = [],
) {
  const { store, written } = storeWith(past);
  const handler = new RegisterUserHandler(store, identity as never, hasher as never, viewsOf(...others) as never);
  await handler.execute(new RegisterUser(registration(role, email), password, systemContext('register')));
  return written.map(([stream]) => stream);
}

describe('registering a user', () => {
  it('reserves both logins first, and sets the password last', async () => {
    expect(await registering('Admin', 'a long password', {}, 'mei@example.com')).toEqual([
      ...['login-hmac-of-mei', 'login-hmac-of-mei@example.com', 'user-u1', 'administrators', 'user-u1'],
    ]);
  });

  it('for a program sets no password', async () => {
    expect(await registering('Application', null)).toEqual(['login-hmac-of-mei', 'user-u1']);
  });

  it('under a name in use is refused', async () => {
    const taken = { 'login-hmac-of-mei': [{ type: 'LoginReserved', data: { userId: 'u2' } }] };
    await expect(registering('Admin', null, taken)).rejects.toMatchObject({ code: 'conflict' });
  });

  it('under a name that looks like one that an earlier release stored is refused by both names', async () => {
    await expect(registering('Admin', null, {}, undefined, ['kim', 'm\u200bei'])).rejects.toMatchObject({
      code: 'conflict',
      message: 'mei looks the same as m‹U+200B›ei, which is taken.',
    });
  });

  it('takes a name of letters, digits and a few signs, and gives access to all plans only on request', () => {
    const { body } = registerApplicationEndpoint;
    expect(body.parse({ username: ' payroll ' })).toEqual({ username: 'payroll', name: null, context: null });
    for (const wrong of [
      { username: '' },
      { username: 'pay roll' },
      { username: 'payroll', context: { kind: 'allPlans', id: 'EAST.P1' } },
    ])
      expect(body.safeParse(wrong).success).toBe(false);
  });
});
