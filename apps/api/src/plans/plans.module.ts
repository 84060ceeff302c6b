import { Module } from '@nestjs/common';
import { RepublishPlans } from './republish-plans.js';

@Module({ providers: [RepublishPlans] })
export class PlansModule {}
