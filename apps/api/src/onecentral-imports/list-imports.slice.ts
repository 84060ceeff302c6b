import { Controller, Inject, Module } from '@nestjs/common';
import {
  onecentralErrorLogs,
  onecentralExpected,
  onecentralFiles,
  type OnecentralErrorLogs,
  type OnecentralExpected,
  type OnecentralFile,
} from '@superscope/contracts/onecentral-imports';
import { onecentralExpectationsStream } from '@superscope/domain/onecentral-expectations/onecentral-expectations';
import { EventStore } from '@superscope/event-store/event-store';
import { z } from 'zod';
import { ENV, type Env } from '../env.js';
import { Endpoint, endpoint, type RequestOf } from '../platform/endpoint/endpoint.js';
import { InboxState } from './inbox-state.js';
import { LateTables } from './late-tables.js';
import { OnecentralFileList } from './onecentral-file-list.js';
import { OnecentralImportsModule } from './onecentral-imports.module.js';
import { OnecentralSettings } from './onecentral-settings.js';

const right = 'onecentral-imports.manage';
const mostErrors = 2_000;

const filesEndpoint = endpoint('GET /api/devops/onecentral/imports', {
  summary:
    'The files that OneCentral left in the inbox: those that need a person first, then what moves, then the rest',
  right,
  polled: true,
  answers: { 200: onecentralFiles },
});

const errorLogsEndpoint = endpoint('GET /api/devops/onecentral/imports/errorLogs', {
  summary: 'The errors of these files by line, the newest file first; of one file, or of all, also of deleted ones',
  right,
  polled: true,
  query: z.strictObject({ filename: z.string().min(1).max(300).optional() }),
  answers: { 200: onecentralErrorLogs },
});

const expectedEndpoint = endpoint('GET /api/devops/onecentral/expected', {
  summary: 'Whether the inbox answers, and when each table that came is expected again: late ones first',
  right,
  polled: true,
  answers: { 200: onecentralExpected },
});

@Controller()
class ListImportsController {
  constructor(
    private readonly files: OnecentralFileList,
    private readonly tables: LateTables,
    private readonly state: InboxState,
    private readonly store: EventStore,
    private readonly settings: OnecentralSettings,
    @Inject(ENV) private readonly env: Env,
  ) {}

  @Endpoint(filesEndpoint)
  list(_: RequestOf<typeof filesEndpoint>): Promise<OnecentralFile[]> {
    return this.files.list();
  }

  @Endpoint(errorLogsEndpoint)
  async errorLogs({ query }: RequestOf<typeof errorLogsEndpoint>): Promise<OnecentralErrorLogs> {
    const { files, count } = await this.files.withErrors(query.filename, mostErrors);
    const errors = files.flatMap(({ filename, name, errors: kept = [], reason, failedAt }) => {
      const of = { filename, name, timestamp: failedAt!.toISOString() };
      // A file that failed as a whole has its reason as the only error.
      const lines = kept.length > 0 ? kept : [{ line: null, column: null, message: reason ?? '' }];
      return lines.map(({ line, column, message }) => ({ ...of, line, column, message }));
    });
    return { errors: errors.slice(0, mostErrors), count };
  }

  @Endpoint(expectedEndpoint)
  async expected(_: RequestOf<typeof expectedEndpoint>): Promise<OnecentralExpected> {
    // Read first: what is read after it is at least as new, so that no change is overwritten unseen.
    const { revision } = await this.store.load(onecentralExpectationsStream, '');
    const [{ lookedAt, awaySince }, tables] = await Promise.all([this.state.read(), this.tables.expected()]);
    return {
      revision: Number(revision),
      inbox: {
        isSet: this.env.ONECENTRAL_INBOX !== undefined,
        lookedAt: lookedAt?.toISOString() ?? null,
        awaySince: awaySince?.toISOString() ?? null,
        everySeconds: Math.round(this.settings.lookAtInboxMilliseconds / 1000),
      },
      tables,
    };
  }
}

@Module({ imports: [OnecentralImportsModule], controllers: [ListImportsController] })
export class ListImportsSlice {}
