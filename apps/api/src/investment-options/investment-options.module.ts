import { Module } from '@nestjs/common';
import { OptionHolders } from './option-holders.js';
import { PlatformOptions } from './platform-options.js';

@Module({ providers: [OptionHolders, PlatformOptions], exports: [OptionHolders, PlatformOptions] })
export class InvestmentOptionsModule {}
