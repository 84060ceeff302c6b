import { Module } from '@nestjs/common';
import { AuthenticationModule } from '../authentication/authentication.module.js';
import { FirstAccounts } from './first-accounts.js';
import { RegisterUserHandler } from './register-user/register-user.command.js';

@Module({ imports: [AuthenticationModule], providers: [RegisterUserHandler, FirstAccounts] })
export class UsersModule {}
