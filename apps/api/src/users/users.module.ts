import { Module } from '@nestjs/common';
import { UserChanges } from './user-changes.js';

@Module({ providers: [UserChanges], exports: [UserChanges] })
export class UsersModule {}
