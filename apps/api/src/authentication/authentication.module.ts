import { Global, Module } from '@nestjs/common';
import { Mailer } from '../mail/mailer.js';
import { AccessLog } from '../platform/access/access-log.js';
import { Clock, SystemClock } from '../platform/time/clock.js';
import { CommandContexts } from '../platform/commands/command-context.js';
import { Commands } from '../platform/commands/commands.js';
import { Revisions } from '../platform/commands/revisions.js';
import { PrincipalResolver } from '../platform/access/principal-resolver.js';
import { DocumentTokens } from './document/document-tokens.js';
import { ActivationLinks } from './password/activation-links.js';
import { PasswordHasher } from './password/password-hasher.js';
import { PasswordResetTokens } from './password/password-reset-tokens.js';
import { PasswordRules } from './password/password-rules.js';
import { PasskeyCeremonies } from './passkeys/passkey-ceremonies.js';
import { PasskeyChallenges } from './passkeys/passkey-challenges.js';
import { PasskeyUses } from './passkeys/passkey-uses.js';
import { Passwords } from './password/passwords.js';
import { OwnAccount } from './session/own-account.js';
import { PlanScopes } from './session/plans-in-reach.js';
import { RequestPrincipalResolver } from './session/request-principal-resolver.js';
import { TokenUses } from './session/token-uses.js';
import { SessionStore } from './session/session-store.js';
import { AttemptCounts } from './sign-in/attempt-counts.js';
import { Authenticators } from './authenticators.js';
import { SignInAttempts } from './sign-in/attempts.js';
import { FailedSignIns } from './sign-in/failed-sign-ins.js';
import { KnownDevices } from './sign-in/known-devices.js';
import { SessionOpening } from './sign-in/session-opening.js';

@Global()
@Module({
  providers: [
    AccessLog,
    ActivationLinks,
    AttemptCounts,
    Authenticators,
    CommandContexts,
    Commands,
    DocumentTokens,
    FailedSignIns,
    KnownDevices,
    Mailer,
    OwnAccount,
    PasskeyCeremonies,
    PasskeyChallenges,
    PasskeyUses,
    PasswordHasher,
    PasswordResetTokens,
    PasswordRules,
    Passwords,
    PlanScopes,
    RequestPrincipalResolver,
    Revisions,
    SessionStore,
    SignInAttempts,
    TokenUses,
    SessionOpening,
    { provide: Clock, useClass: SystemClock },
    { provide: PrincipalResolver, useExisting: RequestPrincipalResolver },
  ],
  exports: [
    AccessLog,
    ActivationLinks,
    AttemptCounts,
    Authenticators,
    Clock,
    CommandContexts,
    Commands,
    DocumentTokens,
    FailedSignIns,
    KnownDevices,
    Mailer,
    OwnAccount,
    PasskeyCeremonies,
    PasskeyUses,
    PasswordHasher,
    PasswordResetTokens,
    PasswordRules,
    Passwords,
    PlanScopes,
    PrincipalResolver,
    RequestPrincipalResolver,
    Revisions,
    SessionOpening,
    SessionStore,
    SignInAttempts,
    TokenUses,
  ],
})
export class AuthenticationModule {}
