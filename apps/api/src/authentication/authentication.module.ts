import { Global, Module } from '@nestjs/common';
import { Mailer } from '../mail/mailer.js';
import { AccessLog } from '../platform/access/access-log.js';
import { Clock, SystemClock } from './sign-in/clock.js';
import { CommandContexts } from '../platform/commands/command-context.js';
import { Commands } from '../platform/commands/commands.js';
import { PrincipalResolver } from '../platform/access/principal-resolver.js';
import { DocumentTokens } from './document/document-tokens.js';
import {
  ChangePasswordHandler,
  ResetPasswordHandler,
  SendPasswordResetLinkHandler,
} from './password/change-password.command.js';
import { ActivationLinks } from './password/activation-links.js';
import { PasswordController } from './password/password.controller.js';
import { PasswordHasher } from './password/password-hasher.js';
import { PasswordResetTokens } from './password/password-reset-tokens.js';
import { PasswordRules } from './password/password-rules.js';
import { OwnPasskeysController } from './passkeys/own-passkeys.controller.js';
import { PasskeyCeremonies } from './passkeys/passkey-ceremonies.js';
import { PasskeyChallenges } from './passkeys/passkey-challenges.js';
import { SignInByPasskeyHandler } from './passkeys/passkey-sign-in.command.js';
import { PasskeySignInController } from './passkeys/passkey-sign-in.controller.js';
import { PasskeyUses } from './passkeys/passkey-uses.js';
import { AddPasskeyHandler, BeginPasskeyHandler, RemovePasskeyHandler } from './passkeys/passkey.commands.js';
import { Passwords } from './password/passwords.js';
import { SendActivationLinkHandler } from './password/send-activation-link.command.js';
import { OwnAccount } from './session/own-account.js';
import { PlanScopes } from './session/plans-in-reach.js';
import { RequestPrincipalResolver } from './session/request-principal-resolver.js';
import { TokenUses } from './session/token-uses.js';
import { SessionStore } from './session/session-store.js';
import { AttemptCounts } from './sign-in/attempt-counts.js';
import {
  BeginAuthenticatorHandler,
  RemoveAuthenticatorHandler,
  SetAuthenticatorHandler,
} from './second-factor/authenticator.commands.js';
import { Authenticators } from './second-factor/authenticators.js';
import { OwnSecondFactorController } from './second-factor/own-second-factor.controller.js';
import { SignInAttempts } from './sign-in/attempts.js';
import { EmailCodes } from './sign-in/email-codes.js';
import { FailedSignIns } from './sign-in/failed-sign-ins.js';
import { KnownDevices } from './sign-in/known-devices.js';
import { SessionOpening } from './sign-in/session-opening.js';
import { SignInController } from './sign-in/sign-in.controller.js';
import { SignInHandler } from './sign-in/sign-in.command.js';
import { IdentityProvider } from './staff-sign-on/identity-provider.js';
import { PendingSignOns } from './staff-sign-on/pending-sign-on.js';
import { SignOnHandler } from './staff-sign-on/sign-on.command.js';
import { SignOnController } from './staff-sign-on/sign-on.controller.js';

@Global()
@Module({
  controllers: [
    OwnPasskeysController,
    OwnSecondFactorController,
    PasskeySignInController,
    PasswordController,
    SignInController,
    SignOnController,
  ],
  providers: [
    AccessLog,
    ActivationLinks,
    AddPasskeyHandler,
    AttemptCounts,
    Authenticators,
    BeginAuthenticatorHandler,
    BeginPasskeyHandler,
    ChangePasswordHandler,
    CommandContexts,
    Commands,
    DocumentTokens,
    EmailCodes,
    FailedSignIns,
    IdentityProvider,
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
    PendingSignOns,
    PlanScopes,
    RemoveAuthenticatorHandler,
    RemovePasskeyHandler,
    ResetPasswordHandler,
    SendActivationLinkHandler,
    SendPasswordResetLinkHandler,
    RequestPrincipalResolver,
    SessionStore,
    SetAuthenticatorHandler,
    SignInAttempts,
    TokenUses,
    SessionOpening,
    SignInByPasskeyHandler,
    SignInHandler,
    SignOnHandler,
    { provide: Clock, useClass: SystemClock },
    { provide: PrincipalResolver, useExisting: RequestPrincipalResolver },
  ],
  exports: [
    AccessLog,
    ActivationLinks,
    AttemptCounts,
    Clock,
    CommandContexts,
    Commands,
    DocumentTokens,
    Mailer,
    PasswordHasher,
    PasswordResetTokens,
    PasswordRules,
    PlanScopes,
    PrincipalResolver,
    RequestPrincipalResolver,
    SessionStore,
    TokenUses,
  ],
})
export class AuthenticationModule {}
