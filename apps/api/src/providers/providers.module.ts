import { Module } from '@nestjs/common';
import { LogoFiles } from './logo-files.js';

@Module({ providers: [LogoFiles], exports: [LogoFiles] })
export class ProvidersModule {}
