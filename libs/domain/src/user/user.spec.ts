import { describe, expect, it } from 'vitest';
import { given } from '../given.js';
import type { AdministratorsEvent, LoginEvent, Role, UserContext, UserEvent, UserRegistration } from './user.events.js';
import {
  activateUser,
  addAdministrator,
  administratorsStream,
  awaitsActivation,
  deactivateUser,
  linkSignOn,
  maySignIn,
  lockSignIn,
  loginStream,
} from './user.js';
import {
  registerUser,
  rehashPassword,
  releaseLogin,
  removeAdministrator,
  reserveLogin,
  reviseUser,
  setPassword,
  userStream,
} from './user.js';

const rep: UserRegistration = {
  userId: 'u1',
  role: 'CompanyRep',
  context: { kind: 'company', id: 'NULL.C1' },
  emailCode: false,
  personal: { username: 'companyrep', name: 'Jo Citizen', email: 'jo@example.com' },
};
const registered: UserEvent = { type: 'UserRegistered', data: rep };
const deactivated: UserEvent = { type: 'UserDeactivated', data: { userId: 'u1' } };
const noSuchUser = ['not-found', 'There is no such user.'] as const;

describe('a user', () => {
  it('is registered once', () => {
    given(userStream).when(registerUser(rep)).then(registered);
    given(userStream, registered).when(registerUser(rep)).thenRefuses('conflict', 'This user is registered already.');
  });

  it('needs a username', () =>
    given(userStream)
      .when(registerUser({ ...rep, personal: { ...rep.personal, username: ' ' } }))
      .thenRefuses('invalid', 'Username/Email is required'));

  it('is revised where something differs; the username stays', () => {
    const promoted: UserRegistration = { ...rep, role: 'Staff', context: null };
    given(userStream, registered).when(reviseUser(promoted)).then({ type: 'UserDetailsRevised', data: promoted });
    given(userStream, registered).when(reviseUser(rep)).then();
    given(userStream, registered)
      .when(reviseUser({ ...rep, personal: { ...rep.personal, username: 'other' } }))
      .thenRefuses('invalid', 'A username cannot be changed.');
    given(userStream)
      .when(reviseUser(rep))
      .thenRefuses(...noSuchUser);
  });

  it('is deactivated and activated, each once', () => {
    const activated: UserEvent = { type: 'UserActivated', data: { userId: 'u1' } };
    given(userStream, registered).when(activateUser).then();
    given(userStream, registered).when(deactivateUser).then(deactivated);
    given(userStream, registered, deactivated).when(deactivateUser).then();
    given(userStream, registered, deactivated).when(activateUser).then(activated);
    given(userStream, registered, deactivated, activated).when(activateUser).then();
  });

  it('has the password that was set last, which changes nothing else', () => {
    const password = (sealedHash: string): UserEvent => ({
      type: 'UserPasswordSet',
      data: { userId: 'u1', sealedHash },
    });
    const revised: UserEvent = { type: 'UserDetailsRevised', data: { ...rep, emailCode: true } };
    const after = (...events: UserEvent[]) => events.reduce(userStream.evolve, userStream.initial);
    expect(after(registered, password('first'), password('second'), revised)).toEqual({
      registration: { ...rep, emailCode: true },
      active: true,
      sealedHash: 'second',
      signOnId: null,
      authenticator: null,
      passkeys: [],
      tokens: [],
    });
    expect(after(registered, deactivated, password('first')).active).toBe(false);
  });

  it('keeps its password when that is hashed again, unless another was set meanwhile', () => {
    const set: UserEvent = { type: 'UserPasswordSet', data: { userId: 'u1', sealedHash: 'checked' } };
    const again: UserEvent = { type: 'UserPasswordRehashed', data: { userId: 'u1', sealedHash: 'again' } };
    given(userStream, registered, set).when(rehashPassword('checked', 'again')).then(again);
    given(userStream, registered, set).when(rehashPassword('before', 'again')).then();
    expect([registered, set, again].reduce(userStream.evolve, userStream.initial).sealedHash).toBe('again');
  });

  it('has a password and a lock only once registered', () => {
    given(userStream, registered)
      .when(setPassword('sealed'))
      .then({ type: 'UserPasswordSet', data: { userId: 'u1', sealedHash: 'sealed' } });
    given(userStream, registered)
      .when(lockSignIn('2024-06-01T00:15:00.000Z'))
      .then({ type: 'UserSignInLocked', data: { userId: 'u1', until: '2024-06-01T00:15:00.000Z' } });
    for (const decision of [
      setPassword('sealed'),
      lockSignIn('2024-06-01T00:15:00.000Z'),
      activateUser,
      deactivateUser,
    ])
      given(userStream)
        .when(decision)
        .thenRefuses(...noSuchUser);
  });

  it('of the staff is tied to one person at the identity provider', () => {
    const staff: UserEvent = { type: 'UserRegistered', data: { ...rep, role: 'Staff', context: null } };
    const linked: UserEvent = { type: 'UserSignOnLinked', data: { userId: 'u1', signOnId: 'person-1' } };
    const anothers = ['conflict', 'This account belongs to somebody else.'] as const;
    given(userStream, staff).when(linkSignOn('person-1')).then(linked);
    given(userStream, staff, linked).when(linkSignOn('person-1')).then();
    given(userStream, staff, linked)
      .when(linkSignOn('person-2'))
      .thenRefuses(...anothers);
    given(userStream, registered)
      .when(linkSignOn('person-1'))
      .thenRefuses(...anothers);
    given(userStream)
      .when(linkSignOn('person-1'))
      .thenRefuses(...noSuchUser);
  });

  it('names the person whose key encrypts their name', () => {
    expect(userStream.personOf?.UserRegistered?.(rep)).toBe('u1');
    expect(userStream.personOf?.UserDetailsRevised?.(rep)).toBe('u1');
  });
});

describe("a user's context", () => {
  const required = 'Dealer/Adviser/Provider/Plan Id is required';
  const registering = (role: Role, context: UserContext | null) =>
    given(userStream).when(registerUser({ ...rep, role, context }));

  it.each<[Role, UserContext | null]>([
    ['CompanyRep', { kind: 'company', id: 'NULL.C1' }],
    ['ProviderRep', { kind: 'provider', id: 'WATTLE' }],
    ['ProviderRep', null],
    ['AuthorizedRep', { kind: 'provider', id: 'WATTLE' }],
    ['AuthorizedRep', { kind: 'allPlans', id: null }],
    ['AuthorizedRep', null],
    ['Staff', null],
    ['Application', { kind: 'company', id: 'NULL.C1' }],
    ['Application', { kind: 'provider', id: 'WATTLE' }],
    ['Application', { kind: 'plan', id: 'NULL.ACME' }],
    ['Application', { kind: 'allPlans', id: null }],
    ['Application', null],
    ['BrowserClient', { kind: 'company', id: 'NULL.C1' }],
    ['BrowserClient', { kind: 'plan', id: 'NULL.ACME' }],
    ['BrowserClient', { kind: 'platform', id: 'TWR' }],
  ])('of a %s may be %j', (role, context) =>
    registering(role, context).then({ type: 'UserRegistered', data: { ...rep, role, context } }),
  );

  it.each<[Role, UserContext, string]>([
    ['CompanyRep', { kind: 'allPlans', id: null }, 'A CompanyRep cannot have the context allPlans.'],
    ['ProviderRep', { kind: 'allPlans', id: null }, 'A ProviderRep cannot have the context allPlans.'],
    ['Staff', { kind: 'company', id: 'NULL.C1' }, 'A Staff cannot have the context company.'],
  ])('of a %s cannot be %j', (role, context, message) => registering(role, context).thenRefuses('invalid', message));

  it('cannot be widened by a revision', () => {
    const revising = (role: Role, context: UserContext | null) =>
      given(userStream, registered).when(reviseUser({ ...rep, role, context }));
    revising('CompanyRep', { kind: 'allPlans', id: null }).thenRefuses(
      'invalid',
      'A CompanyRep cannot have the context allPlans.',
    );
    revising('CompanyRep', null).thenRefuses('invalid', required);
  });

  it('is required where the role reaches no plan without one, and has an id', () => {
    registering('CompanyRep', null).thenRefuses('invalid', required);
    registering('BrowserClient', null).thenRefuses('invalid', required);
    registering('ProviderRep', { kind: 'provider', id: '' }).thenRefuses('invalid', required);
    registering('CompanyRep', { kind: 'company', id: null }).thenRefuses('invalid', required);
  });
});

describe('an account', () => {
  const told = (role: Role, ...more: UserEvent[]) => {
    const registration: UserRegistration = {
      userId: 'u1',
      role,
      context: null,
      emailCode: false,
      personal: { username: 'mei', name: null, email: 'mei@example.com' },
    };
    return [{ type: 'UserRegistered', data: registration } as UserEvent, ...more].reduce(
      userStream.evolve,
      userStream.initial,
    );
  };

  it('awaits activation until its first password is set', () => {
    expect(awaitsActivation(told('Staff'))).toBe(true);
    const set: UserEvent = { type: 'UserPasswordSet', data: { userId: 'u1', sealedHash: 'sealed' } };
    expect(awaitsActivation(told('Staff', set))).toBe(false);
  });

  it('of a program, of somebody deactivated, or of single sign-on awaits none', () => {
    expect(awaitsActivation(userStream.initial)).toBe(false);
    expect(awaitsActivation(told('Application'))).toBe(false);
    expect(awaitsActivation(told('Staff', { type: 'UserDeactivated', data: { userId: 'u1' } }))).toBe(false);
    const linked: UserEvent = { type: 'UserSignOnLinked', data: { userId: 'u1', signOnId: 's1' } };
    expect(awaitsActivation(told('Staff', linked))).toBe(false);
  });
});

describe('a login', () => {
  const reserved = (userId: string): LoginEvent => ({ type: 'LoginReserved', data: { userId } });
  const released = (userId: string): LoginEvent => ({ type: 'LoginReleased', data: { userId } });

  it('belongs to one user at a time', () => {
    given(loginStream).when(reserveLogin('u1')).then(reserved('u1'));
    given(loginStream, reserved('u1')).when(reserveLogin('u1')).then();
    given(loginStream, reserved('u1')).when(reserveLogin('u2')).thenRefuses('conflict', 'This username is taken.');
  });

  it('is free once its user releases it, which no other user can do', () => {
    given(loginStream, reserved('u1')).when(releaseLogin('u1')).then(released('u1'));
    given(loginStream, reserved('u1')).when(releaseLogin('u2')).then();
    given(loginStream, reserved('u1'), released('u1')).when(reserveLogin('u2')).then(reserved('u2'));
  });
});

const anybody = () => true;

describe('the administrators', () => {
  const added = (userId: string): AdministratorsEvent => ({ type: 'AdministratorAdded', data: { userId } });
  const removed = (userId: string): AdministratorsEvent => ({ type: 'AdministratorRemoved', data: { userId } });

  it('are added and removed once', () => {
    given(administratorsStream).when(addAdministrator('u1')).then(added('u1'));
    given(administratorsStream, added('u1')).when(addAdministrator('u1')).then();
    given(administratorsStream, added('u1'), added('u2')).when(removeAdministrator('u1', anybody)).then(removed('u1'));
    given(administratorsStream, added('u1')).when(removeAdministrator('u2', anybody)).then();
  });

  it('always keep one', () =>
    given(administratorsStream, added('u1'), added('u2'), removed('u1'))
      .when(removeAdministrator('u2', anybody))
      .thenRefuses('conflict', 'The last Admin cannot be removed.'));

  it('keep one who can sign in: an Admin who has not accepted the invitation does not count', () => {
    const onlyFirst = (userId: string) => userId === 'u1';
    given(administratorsStream, added('u1'), added('u2'))
      .when(removeAdministrator('u1', onlyFirst))
      .thenRefuses('conflict', 'The last Admin cannot be removed.');
    given(administratorsStream, added('u1'), added('u2'))
      .when(removeAdministrator('u2', onlyFirst))
      .then(removed('u2'));
  });

  it('can sign in with a password or through the identity provider, while active', () => {
    const set: UserEvent = { type: 'UserPasswordSet', data: { userId: 'u1', sealedHash: 'sealed' } };
    const linked: UserEvent = { type: 'UserSignOnLinked', data: { userId: 'u1', signOnId: 's1' } };
    const able = (...events: UserEvent[]) => maySignIn(events.reduce(userStream.evolve, userStream.initial));
    expect([able(registered), able(registered, set), able(registered, linked)]).toEqual([false, true, true]);
    expect(able(registered, set, deactivated)).toBe(false);
  });
});
