import { Module } from '@nestjs/common';
import { CountPlansByDates } from './count-plans-by-dates.js';

@Module({ providers: [CountPlansByDates] })
export class PlansModule {}
