import { Controller, Module } from '@nestjs/common';
import { clearSlowdownRequest, slowdowns, type Slowdowns } from '@superscope/contracts/users';
import { registrationOf, userStream } from '@superscope/domain/user/user';
import { EventStore } from '@superscope/event-store/event-store';
import { Identity } from '@superscope/event-store/keys/identity';
import { AttemptCounts } from '../authentication/sign-in/attempt-counts.js';
import { Clock } from '../platform/time/clock.js';
import { nothing } from '../platform/endpoint/answers.js';
import { Endpoint, endpoint, type RequestOf } from '../platform/endpoint/endpoint.js';
import { UserChanges } from './user-changes.js';
import { UsersModule } from './users.module.js';
import { loginIdsOf } from './users.slice.js';

const slowdownsEndpoint = endpoint('GET /api/authentication/slowdowns', {
  summary: 'Networks that have to wait because too many of their sign-ins failed',
  right: 'users.manage',
  answers: { 200: slowdowns },
});

const clearSlowdownEndpoint = endpoint('POST /api/authentication/slowdowns/clear', {
  summary: 'Forgets the failed sign-ins of a user, or of a network, which may try again at once',
  right: 'users.manage',
  body: clearSlowdownRequest,
  answers: { 204: nothing },
  problems: { 404: null },
});

@Controller()
class SlowdownsController {
  constructor(
    private readonly counts: AttemptCounts,
    private readonly store: EventStore,
    private readonly identity: Identity,
    private readonly clock: Clock,
    private readonly changes: UserChanges,
  ) {}

  @Endpoint(slowdownsEndpoint)
  async list(): Promise<Slowdowns> {
    const networks = await this.counts.blockedNetworks(this.clock.now());
    return {
      networks: networks.map((each) => ({
        ...each,
        failures: Math.round(each.failures),
        until: each.until.toISOString(),
      })),
    };
  }

  @Endpoint(clearSlowdownEndpoint)
  async clear({ body, request }: RequestOf<typeof clearSlowdownEndpoint>): Promise<void> {
    const { userId, network } = body;
    if (network !== undefined) {
      await this.counts.forgetAll({ network });
      this.changes.note(request, 'cleared failed sign-ins', network);
      return;
    }
    const registration = registrationOf((await this.store.load(userStream, userId!)).state);
    const { email } = registration.personal;
    // Also clears the limits on requested reset and activation links.
    const mails = email === null ? [] : [`reset ${email}`, `activation ${email}`];
    const links = [`activation ${registration.personal.username}`, ...mails].map((what) => this.identity.loginId(what));
    await this.counts.forgetAll({ loginIds: [...loginIdsOf(registration, this.identity), ...links] });
    this.changes.note(request, 'cleared failed sign-ins', userId!);
  }
}

@Module({ imports: [UsersModule], controllers: [SlowdownsController] })
export class SlowdownsSlice {}
