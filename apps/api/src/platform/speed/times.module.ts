import { Global, Module } from '@nestjs/common';
import { Times } from './times.js';

/** Anything may be timed, by any area. */
@Global()
@Module({ providers: [Times], exports: [Times] })
export class TimesModule {}
