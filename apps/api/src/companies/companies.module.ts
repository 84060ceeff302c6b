import { Module } from '@nestjs/common';
import { DeactivateCompanyHandler } from './deactivate-company/deactivate-company.command.js';
import { DeactivateCompanyController } from './deactivate-company/deactivate-company.controller.js';

@Module({ controllers: [DeactivateCompanyController], providers: [DeactivateCompanyHandler] })
export class CompaniesModule {}
