import { Module } from '@nestjs/common';
import { MoveMemberHandler } from './move-member/move-member.command.js';
import { MoveMemberController } from './move-member/move-member.controller.js';

@Module({ controllers: [MoveMemberController], providers: [MoveMemberHandler] })
export class MembersModule {}
