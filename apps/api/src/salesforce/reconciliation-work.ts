import { Injectable, type OnModuleInit } from '@nestjs/common';
import { streamName } from '@superscope/domain/event';
import { RuleViolation } from '@superscope/domain/rule-violation';
import { exportObjects } from '@superscope/domain/salesforce-batch/salesforce-batch';
import {
  salesforceReconciliation,
  salesforceReconciliationStream,
  type SalesforceReconciliationRequest,
  type SalesforceReconciliationResult,
} from '@superscope/domain/salesforce-reconciliation/salesforce-reconciliation';
import { decodePosition, encodePosition } from '@superscope/event-store/events/position';
import { WorkKinds, type WorkKind, type WorkStep } from '../work/work-kind.js';
import { BatchProgress } from './batch-progress.js';
import { CrmConnection } from './crm-connection.js';
import { compareStep, crmObjects, objectsReconciled } from './kept-differences.js';
import { Stopping, Waits, type Waiting } from './patient-crm.js';
import { ReadModelsReach } from './read-models-reach.js';
import { nothingCompared, Reconciling } from './reconciling.js';

const positionStep = 'position';
const reachStep = 'reach';
type Step = WorkStep<SalesforceReconciliationRequest>;

/** Comparing with Salesforce in the background, object by object. What one has found is kept once all of it is known. */
@Injectable()
export class ReconciliationWork implements OnModuleInit {
  constructor(
    private readonly kinds: WorkKinds,
    private readonly reach: ReadModelsReach,
    private readonly reconciling: Reconciling,
    private readonly connection: CrmConnection,
    private readonly progress: BatchProgress,
    private readonly waits: Waits,
  ) {}

  onModuleInit(): void {
    const kind: WorkKind<
      SalesforceReconciliationRequest,
      SalesforceReconciliationResult,
      'SalesforceReconciliation',
      'SalesforceReconciled'
    > = {
      manager: salesforceReconciliation,
      mostAtOnce: 1,
      mostOfOnePerson: 1,
      isNobodys: true,
      steps: [this.reaching(), ...crmObjects.map((crmObject) => this.comparing(crmObject))],
      result: ({ done }) => ({
        groups: objectsReconciled(done).flatMap(({ groups }) => groups),
        isPartial: done[reachStep] === 'partial',
      }),
    };
    this.kinds.add(kind);
  }

  /** Waits until the read models contain everything that was recorded before. */
  private reaching(): Step {
    return {
      key: reachStep,
      name: 'Waiting for the read models',
      run: async ({ request: { workId }, done, signal, isStopping, record }) => {
        await this.progress.note(workId, { note: 'Waiting until everything recorded by now can be read' });
        const known = decodePosition(done[positionStep] ?? '');
        const position = known ?? (await this.reach.newestOf(streamName(salesforceReconciliationStream, workId)))!;
        if (known === null) await record(positionStep, encodePosition(position));
        if (!(await this.reach.wait(position, signal, isStopping, nothingCompared))) return null;
        const through = await this.reach.completeThrough(position);
        return exportObjects.every((object) => through(object) === position.commit) ? 'whole' : 'partial';
      },
    };
  }

  private comparing(crmObject: string): Step {
    return {
      key: compareStep(crmObject),
      name: `Comparing ${crmObject}`,
      run: async ({ request: { workId }, signal, isStopping }) => {
        const { crm } = this.connection;
        if (crm === null) throw new RuleViolation('conflict', 'No Salesforce is connected.');
        const waiting: Waiting = {
          signal,
          isStopping,
          waits: this.waits,
          tell: (message, retryAt) => this.progress.note(workId, { note: `${crmObject}: ${message}`, retryAt }),
        };
        try {
          return JSON.stringify(await this.reconciling.compare(crm, workId, crmObject, waiting));
        } catch (error) {
          if (error instanceof Stopping) return null;
          throw error;
        }
      },
    };
  }
}
