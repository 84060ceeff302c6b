import { Controller, Injectable, Module } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { changedSince } from '@superscope/contracts/changed-since';
import { userIdField } from '@superscope/contracts/fields';
import { reviseUserRequest, userWritten, type UserWritten } from '@superscope/contracts/users';
import { RuleViolation } from '@superscope/domain/rule-violation';
import {
  addAdministrator,
  administratorsStream,
  registrationOf,
  reviseUser,
  userStream,
  type User,
} from '@superscope/domain/user/user';
import type { UserContext, UserRegistration } from '@superscope/domain/user/user.events';
import { RecordChanged, type Reading } from '@superscope/event-store/appending/deciding';
import { EventStore, type Written } from '@superscope/event-store/event-store';
import type { CommandContext } from '@superscope/event-store/events/recorded-event';
import { RequestPrincipalResolver } from '../authentication/session/request-principal-resolver.js';
import { Commands } from '../platform/commands/commands.js';
import { Revisions, type RecordFields, type SavedRecord } from '../platform/commands/revisions.js';
import { Endpoint, endpoint, type RequestOf } from '../platform/endpoint/endpoint.js';
import { Views } from '../platform/engines.module.js';
import { endAdministrator } from './administrators.js';
import { contextNames } from './context-names.js';
import { contextOf } from './context-of.js';
import { domainOf } from './register-user.slice.js';
import { withErrors } from './rule-errors.js';
import { UserChanges } from './user-changes.js';
import { UsersModule } from './users.module.js';

const reviseUserEndpoint = endpoint('PATCH /api/authentication/users/:userId', {
  summary:
    'Revises the role, context and name of a person, or the context and domain of a BrowserClient. With `revision`, an edit after a later change is refused and says who changed what',
  right: 'users.manage',
  params: { userId: userIdField },
  body: reviseUserRequest,
  answers: { 200: userWritten },
  problems: { 404: null, 409: changedSince },
});

/** The fields of a user that an Admin may revise. An omitted field stays as it is. */
export type Revision = Partial<Pick<UserRegistration, 'role' | 'context' | 'domain'>> & { name: string | null };

/** What the form of a user saves. The context is JSON until a refusal says it in words. */
const contextField = 'Employer, provider or platform';
const recordOf = (userId: string): SavedRecord<User> => ({
  stream: userStream,
  id: userId,
  fields: ({ registration }): Record<string, string | null> =>
    registration === null
      ? {}
      : {
          Role: registration.role,
          [contextField]: registration.context && JSON.stringify(registration.context),
          Name: registration.personal.name,
          Domain: registration.domain ?? null,
        },
});

/** Revises a user. Open sessions get the new role and context with their next request. */
class ReviseUser extends Command<Written> {
  constructor(
    readonly userId: string,
    readonly revision: Revision,
    /** The user as somebody had read it; empty if nobody said. */
    readonly reading: Reading<User>,
    readonly by: CommandContext,
  ) {
    super();
  }
}

@CommandHandler(ReviseUser)
@Injectable()
class ReviseUserHandler implements ICommandHandler<ReviseUser> {
  constructor(
    private readonly store: EventStore,
    private readonly resolver: RequestPrincipalResolver,
  ) {}

  async execute({ userId, revision: { name, ...revision }, reading, by }: ReviseUser): Promise<Written> {
    const { state: before } = await this.store.load(userStream, userId);
    const { role } = registrationOf(before);
    const isAdmin = (revision.role ?? role) === 'Admin' && before.active;
    const step = (part: string): CommandContext => ({ ...by, commandId: `${by.commandId}/${part}` });
    // Leaving the list of Admins comes first, because it may be refused. Joining it comes last, because only an Admin belongs on the list.
    if (role === 'Admin' && !isAdmin) await endAdministrator(this.store, userId, step('administrators'));
    const decision = (user: User) => {
      const known = registrationOf(user);
      return reviseUser({ ...known, ...revision, personal: { ...known.personal, name } })(user);
    };
    const written = await this.store
      .transact(userStream, userId, decision, step('user'), reading)
      .catch(async (error: unknown) => {
        // The user stays an Admin, so they belong on the list again.
        if (error instanceof RecordChanged && role === 'Admin' && !isAdmin && before.active)
          await this.store.transact(administratorsStream, '', addAdministrator(userId), step('stays'));
        throw error;
      });
    if (isAdmin) await this.store.transact(administratorsStream, '', addAdministrator(userId), step('administrator'));
    this.resolver.forgetAll();
    return written;
  }
}

@Controller()
class ReviseUserController {
  constructor(
    private readonly commands: Commands,
    private readonly store: EventStore,
    private readonly changes: UserChanges,
    private readonly revisions: Revisions,
    private readonly views: Views,
  ) {}

  @Endpoint(reviseUserEndpoint)
  async revise({ params, body, request }: RequestOf<typeof reviseUserEndpoint>): Promise<UserWritten> {
    const { userId } = params;
    const known = registrationOf((await this.store.load(userStream, userId)).state);
    const role = await withErrors('role', async () => {
      if (known.role === 'Application') throw new RuleViolation('invalid', 'An Application cannot be edited here.');
      if (known.role !== 'BrowserClient') return body.role ?? known.role;
      if (body.role !== undefined) throw new RuleViolation('invalid', 'A BrowserClient keeps its role.');
      return known.role;
    });
    const domain = await withErrors('domain', async () => {
      if (known.role === 'BrowserClient') return body.domain === undefined ? {} : { domain: domainOf(body.domain) };
      if (body.domain !== undefined) throw new RuleViolation('invalid', 'Only a BrowserClient has a domain.');
      return {};
    });
    const context = await withErrors('contextId', () => contextOf(this.store, role, body.contextId));
    const revision = { role, context, ...domain, name: body.name };
    const written = await withErrors('role', () =>
      this.revisions.guard(
        recordOf(userId),
        body.revision,
        (reading) => this.commands.write(request, (by) => new ReviseUser(userId, revision, reading, by)),
        (fields) => this.contextsInWords(fields),
      ),
    );
    this.changes.note(request, role === known.role ? 'revised user' : 'changed role', userId, { role });
    return { ...written, userId, message: `${known.personal.username} is saved.` };
  }

  private async contextsInWords(all: readonly RecordFields[]): Promise<(value: string, field: string) => string> {
    const contextIn = (value: string) => JSON.parse(value) as UserContext;
    const contexts = all.flatMap((fields) => (fields[contextField] == null ? [] : [contextIn(fields[contextField])]));
    const names = await contextNames(this.views, contexts);
    return (value, field) => (field === contextField ? (names(contextIn(value)) ?? value) : value);
  }
}

@Module({ imports: [UsersModule], controllers: [ReviseUserController], providers: [ReviseUserHandler] })
export class ReviseUserSlice {}
