import { Module } from '@nestjs/common';
import { AuthenticationModule } from '../authentication/authentication.module.js';
import { AccessOnController } from './access-on/access-on.controller.js';
import { AccessOnDayHandler } from './access-on/access-on.query.js';
import { ActivateUserHandler } from './activate-user/activate-user.command.js';
import { ActivationController } from './activate-user/activation.controller.js';
import { ApplicationsController } from './applications/applications.controller.js';
import { AllApplicationsHandler } from './applications/applications.query.js';
import { ContextsController } from './contexts/contexts.controller.js';
import { ContextsOfHandler } from './contexts/contexts.query.js';
import { DeactivateUserHandler } from './deactivate-user/deactivate-user.command.js';
import { InviteUserController } from './invite-user/invite-user.controller.js';
import { InviteUserHandler } from './invite-user/invite-user.command.js';
import { FirstAccounts } from './register-user/first-accounts.js';
import { IssueTokenController } from './issue-token/issue-token.controller.js';
import { IssueTokenHandler } from './issue-token/issue-token.command.js';
import { RegisterApplicationController } from './register-user/register-application.controller.js';
import { RegisterBrowserClientController } from './register-user/register-browser-client.controller.js';
import { RegisterPersonController } from './register-user/register-person.controller.js';
import { RegisterUserHandler } from './register-user/register-user.command.js';
import { ReviseUserController } from './revise-user/revise-user.controller.js';
import { ReviseUserHandler } from './revise-user/revise-user.command.js';
import { RevokeTokenController } from './revoke-token/revoke-token.controller.js';
import { RevokeTokenHandler } from './revoke-token/revoke-token.command.js';
import {
  RequireSecondFactorHandler,
  ResetAuthenticatorHandler,
} from './second-factor-rule/second-factor-rule.commands.js';
import { SecondFactorRuleController } from './second-factor-rule/second-factor-rule.controller.js';
import { SlowdownsController } from './slowdowns.controller.js';
import { UserChanges } from './user-changes.js';
import { UsersController } from './users/users.controller.js';
import { AllUsersHandler } from './users/users.query.js';

@Module({
  imports: [AuthenticationModule],
  controllers: [
    AccessOnController,
    ActivationController,
    ApplicationsController,
    ContextsController,
    InviteUserController,
    IssueTokenController,
    RegisterApplicationController,
    RegisterBrowserClientController,
    RegisterPersonController,
    ReviseUserController,
    RevokeTokenController,
    SecondFactorRuleController,
    SlowdownsController,
    UsersController,
  ],
  providers: [
    AccessOnDayHandler,
    ActivateUserHandler,
    AllApplicationsHandler,
    AllUsersHandler,
    ContextsOfHandler,
    DeactivateUserHandler,
    FirstAccounts,
    InviteUserHandler,
    IssueTokenHandler,
    RegisterUserHandler,
    ReviseUserHandler,
    RequireSecondFactorHandler,
    ResetAuthenticatorHandler,
    RevokeTokenHandler,
    UserChanges,
  ],
})
export class UsersModule {}
