import { Module, type OnModuleInit } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { FastifyInstance } from 'fastify';
import { CheckFilesController } from './check-files/check-files.controller.js';
import { DynamicFieldsController } from './dynamic-fields/dynamic-fields.controller.js';
import { ExportTableController } from './export-table/export-table.controller.js';
import { ExportTableHandler } from './export-table/export-table.query.js';
import { ImportFileHandler } from './import-file/import-file.command.js';
import { ImportFileController } from './import-file/import-file.controller.js';
import { acceptUploads } from './import-file/upload.js';
import { ImportHistoryController } from './import-history/import-history.controller.js';
import { ImportHistoryHandler } from './import-history/import-history.query.js';
import { ImportProgressController } from './import-progress/import-progress.controller.js';
import { ImportByIdHandler, OwnImportsHandler } from './import-progress/import-progress.query.js';
import { PlatformsController } from './platforms.controller.js';
import { ImportLeases } from './run/import-leases.js';
import { ImportRunner } from './run/import-runner.js';
import { ImportSettings } from './run/import-settings.js';
import { ImportVisibility } from './run/import-visibility.js';
import { Spools } from './run/spools.js';
import { TablesController } from './tables/tables.controller.js';
import { WithdrawPlanMonthHandler } from './withdraw-plan-month/withdraw-plan-month.command.js';
import { WithdrawPlanMonthController } from './withdraw-plan-month/withdraw-plan-month.controller.js';

@Module({
  controllers: [
    CheckFilesController,
    DynamicFieldsController,
    ExportTableController,
    ImportFileController,
    ImportHistoryController,
    ImportProgressController,
    PlatformsController,
    TablesController,
    WithdrawPlanMonthController,
  ],
  providers: [
    ExportTableHandler,
    ImportByIdHandler,
    ImportFileHandler,
    ImportHistoryHandler,
    ImportLeases,
    ImportRunner,
    ImportSettings,
    ImportVisibility,
    OwnImportsHandler,
    Spools,
    WithdrawPlanMonthHandler,
  ],
})
export class CsvModule implements OnModuleInit {
  constructor(
    private readonly http: HttpAdapterHost,
    private readonly settings: ImportSettings,
  ) {}

  onModuleInit(): void {
    acceptUploads(this.http.httpAdapter.getInstance<FastifyInstance>(), this.settings.maxFileBytes);
  }
}
