import { describe, expect, it } from 'vitest';
import { readUsersTask, usersUsage } from './users-arguments.js';

const read = (line: string) => readUsersTask(line.split(' '));

describe('npm run users', () => {
  it('adds a person with an address, a role and a context', () => {
    expect(read('add jo --email jo@example.com --role CompanyRep --context company:EAST.C1 --name Jo --code')).toEqual({
      kind: 'add',
      person: {
        username: 'jo',
        name: 'Jo',
        email: 'jo@example.com',
        role: 'CompanyRep',
        context: { kind: 'company', id: 'EAST.C1' },
        emailCode: true,
        mail: true,
      },
    });
    expect(read('add mei --email mei@example.com --role Admin --no-mail')).toMatchObject({
      person: { context: null, emailCode: false, mail: false },
    });
  });

  it('lists and deactivates', () => {
    expect(read('list')).toEqual({ kind: 'list' });
    expect(read('deactivate jo')).toEqual({ kind: 'deactivate', username: 'jo' });
  });

  it('refuses a person without an address, or with the role of a program', () => {
    expect(() => read('add jo --role Staff')).toThrow('--email must be an e-mail address.');
    expect(() => read('add jo --email jo --role Staff')).toThrow('--email must be an e-mail address.');
    expect(() => read('add p --email jo@example.com --role Application')).toThrow(/^--role must be one of CompanyRep/);
    expect(() => read('add jo --email jo@example.com --role Staff --context plan:P1')).toThrow(/^--context must be/);
  });

  it.each(['', 'add', 'remove jo', 'list all', 'deactivate', 'list --rolle x', 'deactivate jo mei'])(
    'prints its usage for %j',
    (line) => {
      expect(() => read(line)).toThrow(usersUsage);
    },
  );
});
