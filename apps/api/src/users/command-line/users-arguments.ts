import { parseArgs } from 'node:util';
import { cleanField } from '@superscope/contracts/clean-field';
import { holdsControlCharacters } from '@superscope/domain/control-characters';
import { holdsTaxFileNumber, noTaxFileNumbers } from '@superscope/domain/tax-file-number';
import { cleanText } from '@superscope/domain/text/clean-text';
import { roles, type Role, type UserContext } from '@superscope/domain/user/user.events';
import { z } from 'zod';

export const usersUsage = `Usage:
  npm run users -- add USERNAME --email ADDRESS --role ROLE [--name NAME] [--context CONTEXT] [--code] [--no-mail]
  npm run users -- list
  npm run users -- deactivate USERNAME
ROLE is one of ${personRoles().join(', ')}.
CONTEXT is company:ID, provider:ID or allPlans. --code asks for a code by e-mail at each sign-in.`;

/** The roles of people. Programs are registered through the API, where they get their tokens. */
function personRoles(): Role[] {
  return roles.filter((role) => role !== 'Application' && role !== 'BrowserClient');
}

export interface NewPerson {
  username: string;
  name: string | null;
  email: string;
  role: Role;
  context: UserContext | null;
  emailCode: boolean;
  /** Whether a link to set the first password is mailed. */
  mail: boolean;
}

export type UsersTask =
  { kind: 'add'; person: NewPerson } | { kind: 'list' } | { kind: 'deactivate'; username: string };

const email = cleanField().max(254).pipe(z.email());

/** Reads the arguments of `npm run users`. Throws an Error whose message is for the user; for unknown arguments it is the usage. */
export function readUsersTask(args: readonly string[]): UsersTask {
  const { values, positionals } = read(args);
  const [kind, username, ...more] = positionals;
  if (more.length > 0) throw new Error(usersUsage);
  if (kind === 'list' && username === undefined) return { kind };
  if (username === undefined) throw new Error(usersUsage);
  if (kind === 'deactivate') return { kind, username };
  if (kind !== 'add') throw new Error(usersUsage);
  const role = personRoles().find((each) => each === values.role);
  if (role === undefined) throw new Error(`--role must be one of ${personRoles().join(', ')}.`);
  const address = email.safeParse(values.email);
  if (!address.success) throw new Error('--email must be an e-mail address.');
  for (const text of [username, values.name ?? ''])
    if (holdsControlCharacters(text)) throw new Error('Names have no control characters.');
    else if (holdsTaxFileNumber(text)) throw new Error(noTaxFileNumbers);
  const context = contextOf(values.context);
  const name = cleanText(values.name ?? '') || null;
  const options = { emailCode: values.code === true, mail: values['no-mail'] !== true };
  return { kind, person: { username: cleanText(username), name, email: address.data, role, context, ...options } };
}

function read(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        email: { type: 'string' },
        role: { type: 'string' },
        name: { type: 'string' },
        context: { type: 'string' },
        code: { type: 'boolean' },
        'no-mail': { type: 'boolean' },
      },
    });
  } catch (error) {
    throw new Error(usersUsage, { cause: error });
  }
}

function contextOf(text: string | undefined): UserContext | null {
  if (text === undefined) return null;
  if (text === 'allPlans') return { kind: 'allPlans', id: null };
  const [, kind, id] = /^(company|provider):(\S+)$/.exec(text) ?? [];
  if (id === undefined) throw new Error('--context must be company:ID, provider:ID or allPlans.');
  return { kind: kind as 'company' | 'provider', id };
}
