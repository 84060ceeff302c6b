import { Injectable, type OnModuleInit } from '@nestjs/common';
import { workView } from '@superscope/contracts/read-models/work';
import { RuleViolation } from '@superscope/domain/rule-violation';
import { assertResumable, batchesAfter, batchRegisterStream } from '@superscope/domain/salesforce-batch/batch-register';
import {
  salesforceBatch,
  type SalesforceBatchRequest,
  type SalesforceBatchResult,
} from '@superscope/domain/salesforce-batch/salesforce-batch';
import { EventStore } from '@superscope/event-store/event-store';
import { may } from '../platform/access/policy.js';
import { Views } from '../platform/engines.module.js';
import { Refusal } from '../platform/http/problem.filter.js';
import { MadeFiles } from '../work/made-files.js';
import { WorkKinds, type StepGiven, type WorkKind, type WorkStep } from '../work/work-kind.js';
import { countsOf, makeStep, manifestOf, sendStep, shipmentName, shipments } from './batch-outcomes.js';
import { BatchProgress } from './batch-progress.js';
import { BatchStates } from './batch-states.js';
import { CrmConnection } from './crm-connection.js';
import { CrmBusy } from './crm.js';
import type { ExportRow, Shipment } from './export-files.js';
import { ExportRows } from './export-rows.js';
import { ExportScopes } from './export-scope.js';
import { filesGone, KeptFiles } from './kept-files.js';
import { Receipts } from './receipts.js';
import { Sending } from './sending.js';
import { untilAborted } from './until-aborted.js';

type Given = StepGiven<SalesforceBatchRequest>;

/** Exporting to Salesforce in the background: first all files are made, then each is sent as a job. */
@Injectable()
export class BatchWork implements OnModuleInit {
  constructor(
    private readonly kinds: WorkKinds,
    private readonly store: EventStore,
    private readonly states: BatchStates,
    private readonly views: Views,
    private readonly scopes: ExportScopes,
    private readonly exportRows: ExportRows,
    private readonly files: KeptFiles,
    private readonly made: MadeFiles,
    private readonly receipts: Receipts,
    private readonly sending: Sending,
    private readonly connection: CrmConnection,
    private readonly progress: BatchProgress,
  ) {}

  onModuleInit(): void {
    const kind: WorkKind<SalesforceBatchRequest, SalesforceBatchResult, 'SalesforceBatch', 'SalesforceBatchCompleted'> =
      {
        manager: salesforceBatch,
        mostAtOnce: 2,
        mostOfOnePerson: 2,
        steps: [
          ...shipments.map((shipment) => this.making(shipment)),
          ...shipments.map((each) => this.sendingOf(each)),
        ],
        result: ({ done }) => countsOf(done),
        assertResumable: async (request) => {
          const register = (await this.store.load(batchRegisterStream, '')).state;
          const states = await this.states.of(batchesAfter(register, request.workId, request));
          assertResumable(register, request.workId, request, (workId) => states.get(workId) ?? null);
        },
        onEnd: async ({ request, done, signal }) => {
          const { crm } = this.connection;
          if (crm !== null)
            await this.sending.leave(crm, request.workId, done, signal).catch((error: unknown) => {
              throw error instanceof CrmBusy ? new Refusal(503, { message: error.message }) : error;
            });
        },
      };
    this.kinds.add(kind);
  }

  private making(shipment: Shipment): WorkStep<SalesforceBatchRequest> {
    return {
      key: makeStep(shipment),
      name: `Making files of ${shipmentName(shipment)}`,
      run: async (given) => {
        assertMayExport(given);
        await this.progress.note(given.request.workId, { note: `Making files of ${shipmentName(shipment)}` });
        const { retryOf } = given.request;
        const rows = retryOf === null ? this.changed(shipment, given) : this.failed(shipment, retryOf, given);
        return JSON.stringify(await this.files.keep(shipment, untilAborted(rows, given.signal)));
      },
    };
  }

  private sendingOf(shipment: Shipment): WorkStep<SalesforceBatchRequest> {
    return {
      key: sendStep(shipment),
      name: `Sending ${shipmentName(shipment)}`,
      run: async (given) => {
        assertMayExport(given);
        const { parts } = manifestOf(given.done, shipment);
        const { workId } = given.request;
        for (const [at, part] of parts.entries()) {
          if (this.connection.crm !== null)
            await this.sending.send(this.connection.crm, shipment, parts, at + 1, given);
          else await this.receipts.written(workId, shipment, at + 1, this.files.keptRows(part));
          if (await given.isStopping()) break;
        }
        return null;
      },
    };
  }

  /** What changed in the days that the batch is of; of erased members, what Salesforce still has. */
  private async *changed(shipment: Shipment, { request }: Given): AsyncGenerator<readonly ExportRow[]> {
    const scope = await this.scopes.of(request);
    if (shipment.operation === 'upsert') yield* this.exportRows.of(shipment.object, scope);
    else yield (await this.exportRows.erased(scope)).get(shipment.object) ?? [];
  }

  /** The rows of a batch that Salesforce refused or did not process, of the members to whom the retry is narrowed. */
  private async *failed(shipment: Shipment, batchId: string, { request }: Given): AsyncGenerator<readonly ExportRow[]> {
    const before = await this.views.of(workView).findOne({ _id: batchId });
    const { outcomes = {}, endedAt } = before ?? {};
    if (endedAt == null) throw new RuleViolation('conflict', 'The batch that this one is a retry of has not ended.');
    const keys = await this.receipts.failed(batchId, shipment, { outcomes, endedAt });
    if (keys.size === 0) return;
    const members = request.filterSha256 === null ? null : await this.membersOf(request.filterSha256);
    for (const part of manifestOf(outcomes, shipment).parts)
      for await (const rows of this.files.rows(shipment, part))
        yield rows.filter(
          ({ key, memberId }) => keys.has(key) && (members === null || (memberId !== null && members.has(memberId))),
        );
  }

  private async membersOf(filterSha256: string): Promise<Set<string>> {
    const kept = await this.made.read(filterSha256);
    if (kept === null) throw filesGone;
    return new Set(JSON.parse(kept.toString()) as string[]);
  }
}

function assertMayExport({ caller }: Given): void {
  if (!may(caller.role, 'salesforce.export'))
    throw new RuleViolation('forbidden', 'The account that asked for this may not export to Salesforce any more.');
}
