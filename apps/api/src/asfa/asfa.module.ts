import { Module } from '@nestjs/common';
import { SavedStandards } from './saved-standards.js';

@Module({ providers: [SavedStandards], exports: [SavedStandards] })
export class AsfaModule {}
