import { Module, type OnModuleInit } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { FastifyInstance } from 'fastify';
import { AskedBefore } from './effect/asked-before.js';
import { FileCheck } from './file-check.js';
import { acceptUploads } from './upload.js';
import { ImportLeases } from './run/import-leases.js';
import { ImportRunner } from './run/import-runner.js';
import { ImportTurns } from './run/import-turns.js';
import { ImportSettings } from './run/import-settings.js';
import { ImportVisibility } from './run/import-visibility.js';
import { Spools } from './run/spools.js';
import { TakeIn } from './take-in.js';
import { RepairOrigins } from './repair/repair-origins.js';
import { RefusedFiles } from './repair/refused-files.js';
import { Repairs } from './repair/repairs.js';

const shared = [
  AskedBefore,
  FileCheck,
  ImportLeases,
  ImportRunner,
  ImportSettings,
  ImportTurns,
  ImportVisibility,
  RefusedFiles,
  RepairOrigins,
  Repairs,
  Spools,
  TakeIn,
];

@Module({ providers: shared, exports: shared })
export class CsvModule implements OnModuleInit {
  constructor(
    private readonly http: HttpAdapterHost,
    private readonly settings: ImportSettings,
  ) {}

  onModuleInit(): void {
    acceptUploads(this.http.httpAdapter.getInstance<FastifyInstance>(), this.settings.maxFileBytes);
  }
}
