import { Controller, Module } from '@nestjs/common';
import { importRefusal, type ImportAnswer } from '@superscope/contracts/csv-import';
import { fileChanges, type FileChanges } from '@superscope/contracts/investment-options';
import { plansView } from '@superscope/contracts/read-models/fund';
import { inForceOn } from '@superscope/domain/in-force';
import { optionChanges, type OptionChange } from '@superscope/domain/published-table/option-changes';
import { assetFields, publishedRow } from '@superscope/domain/published-table/published-rows';
import type { TableRow } from '@superscope/domain/published-table/published-table';
import { CsvModule } from '../csv/csv.module.js';
import { ImportFile } from '../csv/import-file.slice.js';
import { ImportSettings } from '../csv/run/import-settings.js';
import { csvUploadOf } from '../csv/upload.js';
import { AccessLog } from '../platform/access/access-log.js';
import { Commands } from '../platform/commands/commands.js';
import { Media } from '../platform/endpoint/answers.js';
import { Endpoint, endpoint, type RequestOf } from '../platform/endpoint/endpoint.js';
import { Views } from '../platform/engines.module.js';
import { InvestmentOptionsModule } from './investment-options.module.js';
import { OptionHolders, type Holders } from './option-holders.js';
import { noteFile, ofFile } from './options-file.js';
import { PlatformOptions } from './platform-options.js';

const compareFileEndpoint = endpoint('POST /api/assets/changes', {
  summary:
    "Checks a CSV file of a platform's investment options, and compares it with those in use on its data date. Nothing is written",
  right: 'investment-options.write',
  query: ofFile,
  body: new Media('multipart/form-data'),
  answers: { 200: fileChanges },
  problems: { 400: importRefusal, 404: null },
});

const kinds: readonly OptionChange['kind'][] = ['removed', 'changed', 'added'];
const nobody: Holders = { members: 0, plans: 0 };

@Controller()
class CompareFileController {
  constructor(
    private readonly commands: Commands,
    private readonly views: Views,
    private readonly options: PlatformOptions,
    private readonly holders: OptionHolders,
    private readonly settings: ImportSettings,
    private readonly access: AccessLog,
  ) {}

  @Endpoint(compareFileEndpoint)
  async compare(asked: RequestOf<typeof compareFileEndpoint>): Promise<FileChanges> {
    const { query, caller, request } = asked;
    const { fileName, bytes, discard } = await csvUploadOf(request, this.settings.maxFileBytes);
    let answer: ImportAnswer | null = null;
    try {
      const tables = await this.options.tablesOf(query.platformId);
      const rows: TableRow[] = [];
      const onValid = (lines: readonly { data: unknown }[]) => rows.push(...lines.map(({ data }) => data as TableRow));
      const file = { fileName, bytes, table: 'assets' as const, planId: null, dryRun: true, onValid, ...query };
      answer = await this.commands.execute(request, (by) => new ImportFile(file, caller, by));
      const before = inForceOn(tables, query.dataDate);
      const compared = optionChanges(
        before?.rows ?? [],
        rows.map((row) => publishedRow(assetFields, row)),
      );
      return {
        rows: rows.length,
        asOf: answer.effect!.asOf,
        comparedWith: before?.validFrom ?? null,
        unchanged: compared.unchanged,
        isFirst: !tables.some(({ validFrom }) => validFrom < query.dataDate),
        nextDate: tables.find(({ validFrom }) => validFrom > query.dataDate)?.validFrom ?? null,
        ...(await this.concerned(query.platformId, compared.changes)),
      };
    } finally {
      noteFile(this.access, 'check-import', asked, answer);
      discard();
    }
  }

  private async concerned(
    platformId: string,
    changes: readonly OptionChange[],
  ): Promise<Pick<FileChanges, 'changes' | 'membersOfRemoved' | 'membersOfChanged' | 'plans'>> {
    const plans = await this.views
      .of(plansView)
      .find({ platformId }, { projection: { _id: 1 } })
      .toArray();
    const codes = (of: OptionChange['kind']) =>
      changes.filter(({ kind }) => kind === of).map(({ assetCode }) => assetCode);
    // Another name or return concerns nobody's score.
    const moves = new Set(
      changes.filter(({ columns }) => columns.includes('growthPercent')).map(({ assetCode }) => assetCode),
    );
    const held = await this.holders.of(
      plans.map(({ _id }) => _id),
      { removed: codes('removed'), changed: codes('changed').filter((code) => moves.has(code)), added: codes('added') },
    );
    const shown = changes.map((change) => ({
      ...change,
      columns: [...change.columns],
      ...(held.byOption.get(change.assetCode) ?? nobody),
    }));
    return {
      changes: shown.toSorted((a, b) => kinds.indexOf(a.kind) - kinds.indexOf(b.kind) || b.members - a.members),
      membersOfRemoved: held.removed,
      membersOfChanged: held.changed,
      plans: plans.length,
    };
  }
}

@Module({ imports: [CsvModule, InvestmentOptionsModule], controllers: [CompareFileController] })
export class CompareFileSlice {}
