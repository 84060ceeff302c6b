import { Module } from '@nestjs/common';
import { AuthenticationModule } from '../authentication/authentication.module.js';
import { ApplicationsController } from './applications/applications.controller.js';
import { AllApplicationsHandler } from './applications/applications.query.js';
import { DeactivateUserHandler } from './deactivate-user/deactivate-user.command.js';
import { InviteUserHandler } from './invite-user/invite-user.command.js';
import { FirstAccounts } from './register-user/first-accounts.js';
import { IssueTokenController } from './issue-token/issue-token.controller.js';
import { IssueTokenHandler } from './issue-token/issue-token.command.js';
import { RegisterApplicationController } from './register-user/register-application.controller.js';
import { RegisterUserHandler } from './register-user/register-user.command.js';
import { RevokeTokenController } from './revoke-token/revoke-token.controller.js';
import { RevokeTokenHandler } from './revoke-token/revoke-token.command.js';

@Module({
  imports: [AuthenticationModule],
  controllers: [ApplicationsController, IssueTokenController, RegisterApplicationController, RevokeTokenController],
  providers: [
    AllApplicationsHandler,
    DeactivateUserHandler,
    FirstAccounts,
    InviteUserHandler,
    IssueTokenHandler,
    RegisterUserHandler,
    RevokeTokenHandler,
  ],
})
export class UsersModule {}
