import { Module, type DynamicModule } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { CommandBus, CqrsModule } from '@nestjs/cqrs';
import { usersView } from '@superscope/contracts/read-models/users';
import { userStream } from '@superscope/domain/user/user';
import { EventStore } from '@superscope/event-store/event-store';
import { Identity } from '@superscope/event-store/keys/identity';
import { randomUUID } from 'node:crypto';
import type { Env } from '../../env.js';
import { holderOfLogin } from '../../authentication/sign-in/login-holder.js';
import { systemContext } from '../../platform/commands/command-context.js';
import { EnginesModule, Views } from '../../platform/engines.module.js';
import { ActivationSlice, DeactivateUser } from '../activation.slice.js';
import { InviteUser, InviteUserSlice } from '../invite-user.slice.js';
import { RegisterUser, RegisterUserSlice } from '../register-user.slice.js';
import { AuthenticationModule } from '../../authentication/authentication.module.js';
import type { NewPerson, UsersTask } from './users-arguments.js';

@Module({ imports: [CqrsModule.forRoot(), AuthenticationModule, ActivationSlice, InviteUserSlice, RegisterUserSlice] })
class UsersToolModule {
  static with(env: Env): DynamicModule {
    return { module: UsersToolModule, imports: [EnginesModule.for(env)] };
  }
}

/** Performs a task with the api's commands, on the engines that the settings name; returns the text to print. */
export async function runUsersTask(task: UsersTask, env: Env): Promise<string> {
  const app = await NestFactory.createApplicationContext(UsersToolModule.with(env), {
    logger: ['error'],
    abortOnError: false,
  });
  try {
    const commands = app.get(CommandBus);
    const identity = app.get(Identity);
    const by = systemContext(`users/${randomUUID()}`);
    if (task.kind === 'list') return await listed(app.get(Views));
    if (task.kind === 'deactivate') {
      const state = await holderOfLogin(app.get(EventStore), identity, task.username);
      if (state === null) throw new Error(`There is no user ${task.username}.`);
      await commands.execute(new DeactivateUser(state, by));
      return `${task.username} is deactivated and signed out.`;
    }
    const { username, name, email, role, context, emailCode, mail }: NewPerson = task.person;
    const userId = identity.userIdOf(username);
    const store = app.get(EventStore);
    // Checked before anything is written: a registration that is refused midway would leave one of its logins reserved.
    for (const [login, what] of [
      [username, 'username'],
      [email, 'e-mail address'],
    ] as const) {
      const holder = await holderOfLogin(store, identity, login);
      const { registration: known } = (await store.load(userStream, holder ?? userId)).state;
      if ((holder !== null && holder !== userId) || known !== null) throw new Error(`This ${what} is taken.`);
    }
    const registration = { userId, role, context, emailCode, personal: { username, name, email } };
    await commands.execute(new RegisterUser(registration, null, by));
    if (!mail)
      return `${username} is registered. No mail was sent: their first sign-in offers a link to set a password.`;
    await commands.execute(new InviteUser(userId));
    const where = env.SMTP_URL === undefined ? 'No mail server is set: the mail stays in the outbox.' : '';
    return `${username} is registered. A link to set the first password goes to ${email}. ${where}`.trim();
  } finally {
    await app.close();
  }
}

async function listed(views: Views): Promise<string> {
  const users = await views.of(usersView).find({}).sort({ 'personal.username': 1 }).toArray();
  if (users.length === 0) return 'There are no users.';
  const rows = users.map(({ role, context, personal, active, emailCode }) => [
    personal.username,
    role,
    context === null ? '' : [context.kind, context.id].filter(Boolean).join(':'),
    personal.email ?? 'no e-mail address',
    [active ? 'active' : 'deactivated', ...(emailCode ? ['code'] : [])].join(', '),
  ]);
  const widths = rows[0]!.map((_, i) => Math.max(...rows.map((row) => row[i]!.length)));
  return rows
    .map((row) =>
      row
        .map((cell, i) => cell.padEnd(widths[i]!))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}
