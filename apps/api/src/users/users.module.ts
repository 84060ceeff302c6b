import { Module } from '@nestjs/common';
import { AuthenticationModule } from '../authentication/authentication.module.js';
import { ApplicationsController } from './applications/applications.controller.js';
import { AllApplicationsHandler } from './applications/applications.query.js';
import { FirstAccounts } from './register-user/first-accounts.js';
import { IssueTokenHandler } from './issue-token/issue-token.command.js';
import { RegisterUserHandler } from './register-user/register-user.command.js';
import { RevokeTokenHandler } from './revoke-token/revoke-token.command.js';

@Module({
  imports: [AuthenticationModule],
  controllers: [ApplicationsController],
  providers: [AllApplicationsHandler, FirstAccounts, IssueTokenHandler, RegisterUserHandler, RevokeTokenHandler],
})
export class UsersModule {}
