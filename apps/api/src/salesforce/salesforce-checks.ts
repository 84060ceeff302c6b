import { Injectable, type OnModuleInit } from '@nestjs/common';
import { workView } from '@superscope/contracts/read-models/work';
import { sydneyDate } from '@superscope/domain/calendar-dates';
import {
  differencesOf,
  salesforceReconciliationStream,
  type ReconciledGroup,
} from '@superscope/domain/salesforce-reconciliation/salesforce-reconciliation';
import { OwnChecks, type Finding } from '../platform/checks/own-checks.js';
import { counted, durationText } from '../dev-ops/tree-nodes.js';
import { OutsideSystems } from '../operations/outside-systems.js';
import { Views } from '../platform/engines.module.js';
import { objectNames } from './batch-outcomes.js';
import { CrmConnection } from './crm-connection.js';
import { SalesforceReach, type Reach } from './salesforce-reach.js';

/** Salesforce is away for some minutes each month. After this long somebody should know. */
const awayFiresAfterMs = 15 * 60_000;
/** An export that neither ended nor failed within this long hangs. */
const hangsAfterMs = 24 * 60 * 60_000;

/** Anybody who sees background work may follow these. */
const page = { name: 'Background work', path: '/operations/background-work', right: 'work.read' } as const;

const exportsPage = {
  name: 'Salesforce exports',
  path: '/staff/salesforceExports',
  right: 'salesforce.export',
} as const;

/** Salesforce among the systems outside and the product's own checks. */
@Injectable()
export class SalesforceChecks implements OnModuleInit {
  constructor(
    private readonly checks: OwnChecks,
    private readonly outside: OutsideSystems,
    private readonly reach: SalesforceReach,
    private readonly views: Views,
    private readonly connection: CrmConnection,
  ) {}

  onModuleInit(): void {
    this.outside.add({
      name: 'Salesforce',
      job: 'Takes exports',
      ask: async () => {
        const reach = await this.reach.read();
        return (
          reach && { answers: reach.isReached, said: reach.isReached ? 'It takes calls of the portal.' : reach.why }
        );
      },
    });
    this.checks.add({
      name: 'SalesforceAway',
      looksAt: 'Salesforce takes calls of the portal',
      look: async () => reachFinding(await this.reach.read(), new Date()),
    });
    this.checks.add({
      name: 'ExportHangs',
      page,
      looksAt: 'every export to Salesforce ends within a day',
      look: async () => {
        const before = new Date(Date.now() - hangsAfterMs);
        const found = await this.views
          .of(workView)
          .find({
            kind: 'salesforceExport',
            state: { $in: ['waiting', 'running', 'retrying', 'stopping'] },
            requestedAt: { $lt: before },
          })
          .toArray();
        return hangingFinding(found.map(({ _id, terms }) => ({ key: _id, number: terms?.['number'] ?? '' })));
      },
    });
    this.checks.add({
      name: 'SalesforceDiffers',
      page: exportsPage,
      looksAt: 'Salesforce has what it should have, as the newest comparison found',
      look: async () => {
        if (this.connection.crm === null) return null;
        const { category } = salesforceReconciliationStream;
        const newest = await this.views
          .of(workView)
          .findOne({ category, state: 'done' }, { sort: { requestedAt: -1 } });
        return newest && differsFinding(newest.reconciled?.groups ?? [], newest.requestedAt!);
      },
    });
  }
}

/** What is said of a Salesforce that does not take calls; null while it does, and without one. */
export function reachFinding(reach: Reach | null, now: Date): Finding | null {
  if (reach === null || reach.isReached) return null;
  if (reach.isRefused) return { state: 'fires', said: `Salesforce refuses the portal: ${reach.why}` };
  const awayMs = now.getTime() - reach.since.getTime();
  const said = `Salesforce has not answered for ${durationText(awayMs / 1000)}`;
  if (awayMs >= awayFiresAfterMs) return { state: 'fires', said };
  return { state: 'pending', said: `${said}, fires after ${durationText(awayFiresAfterMs / 1000)}` };
}

/** What is said of the newest comparison; null while both sides hold the same. It names objects, and neither plans nor members. */
export function differsFinding(groups: readonly ReconciledGroup[], at: Date): Finding | null {
  const said = ({ missing, extra }: { missing: number; extra: number }) =>
    [...(missing > 0 ? [`${counted(missing, 'record')} missing`] : []), ...(extra > 0 ? [`${extra} extra`] : [])].join(
      ' and ',
    );
  const all = differencesOf(groups);
  if (all.missing + all.extra === 0) return null;
  const objects = [...new Set(groups.map(({ object }) => object))];
  const parts = objects.flatMap((object) => {
    const differs = differencesOf(groups.filter((group) => group.object === object));
    return differs.missing + differs.extra === 0
      ? []
      : [{ key: object, label: objectNames[object], description: said(differs) }];
  });
  const day = sydneyDate(at).split('-').reverse().join('/');
  return { state: 'fires', said: `Salesforce has ${said(all)}, as compared on ${day}`, parts };
}

function hangingFinding(batches: readonly { key: string; number: string }[]): Finding | null {
  if (batches.length === 0) return null;
  const parts = batches.map(({ key, number }) => ({
    key,
    label: `Batch ${number}`,
    description: 'asked for a day ago',
  }));
  const [first] = parts;
  const said = parts.length === 1 ? `${first!.label} has` : `${counted(parts.length, 'export')} have`;
  return { state: 'fires', said: `${said} not ended within a day`, parts };
}
