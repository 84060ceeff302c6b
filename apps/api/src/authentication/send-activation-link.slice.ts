import { Controller, Inject, Injectable, Logger, Module } from '@nestjs/common';
import { Command, CommandBus, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { activationLinkRequest } from '@superscope/contracts/authentication';
import { awaitsActivation, registrationOf, userStream } from '@superscope/domain/user/user';
import { EventStore } from '@superscope/event-store/event-store';
import { Identity } from '@superscope/event-store/keys/identity';
import { ENV, type Env } from '../env.js';
import { nothing } from '../platform/endpoint/answers.js';
import { Endpoint, endpoint, type RequestOf } from '../platform/endpoint/endpoint.js';
import { AuthenticationModule } from './authentication.module.js';
import { ActivationLinks } from './password/activation-links.js';
import { originOf } from './session/session-cookie.js';
import { type Origin, SignInAttempts } from './sign-in/attempts.js';
import { holderOfLogin } from './sign-in/login-holder.js';

const sendActivationLinkEndpoint = endpoint('POST /api/authentication/activationLink', {
  summary: 'Mails a link to set the first password where the account awaits one; answers the same in any case',
  right: 'public',
  body: activationLinkRequest,
  answers: { 204: nothing },
  problems: { 429: null },
});

/** Mails an activation link to a user who has yet to set a first password. Any other login gets the same response. */
class SendActivationLink extends Command<void> {
  constructor(
    /** Username or e-mail. */
    readonly login: string,
    readonly origin: Origin,
  ) {
    super();
  }
}

@CommandHandler(SendActivationLink)
@Injectable()
class SendActivationLinkHandler implements ICommandHandler<SendActivationLink> {
  private readonly log = new Logger('Activation');

  constructor(
    private readonly store: EventStore,
    private readonly identity: Identity,
    private readonly links: ActivationLinks,
    private readonly attempts: SignInAttempts,
  ) {}

  async execute({ login, origin }: SendActivationLink): Promise<void> {
    await this.attempts.count('activation', login, origin);
    // The response neither waits for the mail nor reports its failure: both would reveal that the account exists.
    void this.mailTo(login).catch((err: unknown) => this.log.error({ msg: 'an activation link was not sent', err }));
  }

  private async mailTo(login: string): Promise<void> {
    const userId = await holderOfLogin(this.store, this.identity, login);
    if (userId === null) return;
    const { state: user } = await this.store.load(userStream, userId);
    if (!awaitsActivation(user)) return;
    const registration = registrationOf(user);
    await this.links.mailUnlessMany(registration, registration.personal.email!);
  }
}

@Controller()
class SendActivationLinkController {
  private readonly secure: boolean;

  constructor(
    @Inject(ENV) env: Env,
    private readonly bus: CommandBus,
  ) {
    this.secure = env.SUPERSCOPE_SECURE_COOKIES;
  }

  @Endpoint(sendActivationLinkEndpoint)
  async sendActivationLink({ body, request }: RequestOf<typeof sendActivationLinkEndpoint>): Promise<void> {
    await this.bus.execute(new SendActivationLink(body.username, originOf(request, this.secure)));
  }
}

@Module({
  imports: [AuthenticationModule],
  controllers: [SendActivationLinkController],
  providers: [SendActivationLinkHandler],
})
export class SendActivationLinkSlice {}
