import { randomUUID } from 'node:crypto';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { workView } from '@superscope/contracts/read-models/work';
import { RuleViolation } from '@superscope/domain/rule-violation';
import {
  assertResumable,
  batchesAfter,
  batchRegisterStream,
  coverRows,
  hasTurn,
  takeTurn,
} from '@superscope/domain/salesforce-batch/batch-register';
import {
  salesforceBatch,
  type SalesforceBatchRequest,
  type SalesforceBatchResult,
} from '@superscope/domain/salesforce-batch/salesforce-batch';
import { salesforceReconciliationStream } from '@superscope/domain/salesforce-reconciliation/salesforce-reconciliation';
import { EventStore } from '@superscope/event-store/event-store';
import { systemContext } from '../platform/commands/command-context.js';
import { AccessLog } from '../platform/access/access-log.js';
import { inParts } from '../platform/access/access-parts.js';
import { may } from '../platform/access/policy.js';
import { Views } from '../platform/engines.module.js';
import { Refusal } from '../platform/http/problem.filter.js';
import { MadeFiles } from '../work/made-files.js';
import { WorkKinds, type StepGiven, type WorkKind, type WorkStep } from '../work/work-kind.js';
import {
  countsOf,
  coverStep,
  logStep,
  makeStep,
  manifestOf,
  partsOf,
  positionStep,
  reachOf,
  reachStep,
  sendStep,
  shipmentName,
  shipments,
} from './batch-outcomes.js';
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
import { KeptDifferences, objectsReconciled } from './kept-differences.js';
import { UnsentRows } from './unsent-rows.js';
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
    private readonly unsent: UnsentRows,
    private readonly exportRows: ExportRows,
    private readonly files: KeptFiles,
    private readonly made: MadeFiles,
    private readonly receipts: Receipts,
    private readonly sending: Sending,
    private readonly connection: CrmConnection,
    private readonly progress: BatchProgress,
    private readonly access: AccessLog,
    private readonly differences: KeptDifferences,
  ) {}

  onModuleInit(): void {
    const kind: WorkKind<SalesforceBatchRequest, SalesforceBatchResult, 'SalesforceBatch', 'SalesforceBatchCompleted'> =
      {
        manager: salesforceBatch,
        mostAtOnce: 2,
        mostOfOnePerson: 2,
        steps: [
          this.reaching(),
          ...shipments.map((shipment) => this.making(shipment)),
          this.logging(),
          ...shipments.map((each) => this.sendingOf(each)),
          this.covering(),
        ],
        result: ({ done }) => countsOf(done),
        mayStart: (request) => this.mayStart(request),
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

  /** Whether no other batch reads or sends some of the same rows. */
  private async mayStart(request: Given['request']): Promise<boolean> {
    const { turns } = await this.unsent.register();
    const states = await this.states.of(turns);
    const decision = takeTurn(request.workId, request, (workId) =>
      states.has(workId) ? states.get(workId)! : 'waiting',
    );
    await this.store.transact(batchRegisterStream, '', decision, systemContext(`salesforceTurn/${randomUUID()}`));
    return hasTurn(await this.unsent.register(), request.workId);
  }

  /** Fixes the position up to which the batch runs, and waits until the read models have it. */
  private reaching(): WorkStep<SalesforceBatchRequest> {
    return {
      key: reachStep,
      name: 'Waiting for the read models',
      run: async (given) => {
        assertMayExport(given);
        const { request, done } = given;
        await this.progress.note(request.workId, { note: 'Waiting until everything recorded by now can be read' });
        const reach = await this.unsent.reached(request, done, given, (at) => given.record(positionStep, at));
        return reach === null ? null : JSON.stringify(reach);
      },
    };
  }

  /** Notes for each member that a batch sends of them, before a row goes out. */
  private logging(): WorkStep<SalesforceBatchRequest> {
    return {
      key: logStep,
      name: 'Recording whose rows are sent',
      run: async (given) => {
        assertMayExport(given);
        if (this.connection.crm === null) return null;
        const { request, caller, done, signal } = given;
        const members = new Set<string>();
        let rows = 0;
        for (const { shipment, part } of partsOf(done))
          for await (const some of untilAborted(this.files.rows(shipment, part), signal)) {
            rows += some.length;
            for (const { memberId } of some) if (memberId !== null) members.add(memberId);
          }
        if (rows === 0) return null;
        const { userId, role } = caller;
        const filter = { batch: String(request.number), days: `${request.startDate} to ${request.endDate}` };
        const access = {
          userId,
          role,
          planId: null,
          action: 'sent to Salesforce',
          filter,
          rows,
          outcome: 'ok',
        } as const;
        const sent = inParts({ ...access, object: `batch ${request.number}` }, [...members]);
        await this.access.noteNow({ ip: undefined }, ...sent);
        return null;
      },
    };
  }

  /** Says what need not be sent any more, before the batch counts as complete. A retry and a batch of missing rows send some rows only. */
  private covering(): WorkStep<SalesforceBatchRequest> {
    return {
      key: coverStep,
      name: 'Recording what was exported',
      run: async ({ request, done }) => {
        const reach = reachOf(done);
        if (reach === null || request.retryOf !== null || request.missingOf !== undefined) return null;
        const covered = await this.unsent.covered(request, reach);
        const by = systemContext(`salesforceCovered/${request.workId}/${randomUUID()}`);
        await this.store.transact(batchRegisterStream, '', coverRows(covered), by);
        return JSON.stringify(covered.objects);
      },
    };
  }

  private making(shipment: Shipment): WorkStep<SalesforceBatchRequest> {
    return {
      key: makeStep(shipment),
      name: `Making files of ${shipmentName(shipment)}`,
      run: async (given) => {
        assertMayExport(given);
        await this.progress.note(given.request.workId, { note: `Making files of ${shipmentName(shipment)}` });
        return JSON.stringify(
          await this.files.keep(shipment, untilAborted(this.rowsOf(shipment, given), given.signal)),
        );
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

  private rowsOf(shipment: Shipment, given: Given): AsyncGenerator<readonly ExportRow[]> {
    const { retryOf, missingOf } = given.request;
    if (retryOf !== null) return this.failed(shipment, retryOf, given);
    return missingOf === undefined ? this.changed(shipment, given) : this.missing(shipment, missingOf, given);
  }

  /** What is owed, what changed, and of erased members what Salesforce still has. */
  private async *changed({ object, operation }: Shipment, { request }: Given): AsyncGenerator<readonly ExportRow[]> {
    const choice = request.scheduled === true ? 'unsent' : 'window';
    const scope = await this.scopes.of(request, choice, await this.unsent.register());
    if (operation === 'delete') {
      yield (await this.exportRows.erased(scope)).get(object) ?? [];
      return;
    }
    const owed = await this.unsent.owed(object, scope);
    yield* this.exportRows.keyed(object, owed, scope);
    for await (const rows of this.exportRows.of(object, scope)) yield rows.filter(({ key }) => !owed.has(key));
  }

  /**
   * The rows of a batch that Salesforce refused or did not process, of the members to whom the retry is narrowed, as they are now. Of erased
   * members the rows are as they were.
   */
  private async *failed(shipment: Shipment, batchId: string, { request }: Given): AsyncGenerator<readonly ExportRow[]> {
    const before = await this.views.of(workView).findOne({ _id: batchId });
    const { outcomes = {}, endedAt } = before ?? {};
    if (endedAt == null) throw new RuleViolation('conflict', 'The batch that this one is a retry of has not ended.');
    const keys = await this.receipts.failed(batchId, shipment, { outcomes, endedAt });
    if (keys.size === 0) return;
    const members = request.filterSha256 === null ? null : await this.membersOf(request.filterSha256);
    const isAsked = (memberId: string | null) => members === null || (memberId !== null && members.has(memberId));
    const wanted = new Map<string, string | null>();
    for (const part of manifestOf(outcomes, shipment).parts)
      for await (const rows of this.files.rows(shipment, part)) {
        const some = rows.filter(({ key, memberId }) => keys.has(key) && isAsked(memberId));
        if (shipment.operation === 'delete') yield some;
        else for (const { key, memberId } of some) wanted.set(key, memberId);
      }
    const everybody = { ...request, providerId: null, companyId: null };
    const scope = await this.scopes.of(everybody, 'window', await this.unsent.register());
    yield* this.exportRows.keyed(shipment.object, wanted, scope);
  }

  /** The rows that Salesforce lacked when it was compared, as they are now. */
  private async *missing({ object, operation }: Shipment, comparisonId: string, { request }: Given) {
    if (operation === 'delete') return;
    const { done } = (await this.store.load(salesforceReconciliationStream, comparisonId)).state;
    const scope = await this.scopes.of(request, 'window', await this.unsent.register());
    for await (const differences of this.differences.of(objectsReconciled(done))) {
      const wanted = new Map<string, string | null>();
      for (const each of differences)
        if (each.side === 'missing' && each.object === object) wanted.set(each.key, each.memberId);
      yield* this.exportRows.keyed(object, wanted, scope);
    }
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
