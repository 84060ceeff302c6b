import { Module } from '@nestjs/common';
import { AdvisedMembers } from './advised-member.js';

@Module({ providers: [AdvisedMembers], exports: [AdvisedMembers] })
export class AdviceModule {}
