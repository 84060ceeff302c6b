import { setTimeout as delay } from 'node:timers/promises';
import { salesforceBatchList } from '@superscope/contracts/salesforce';
import { salesforceReconciliations } from '@superscope/contracts/salesforce-reconciliation';
import { addDays, sydneyDate } from '@superscope/domain/calendar-dates';
import type { Identity } from '@superscope/event-store/keys/identity';
import { salesforceObjects } from '../harness/salesforce-objects.js';
import { SalesforceServer } from '../harness/salesforce-server.js';
import { until } from './fault-portal.js';
import type { Findings } from './findings.js';
import type { PortalUser } from './portal-user.js';
import type { Sent } from './sent.js';

/** Three tries with the pauses between them, and as long for the next export. */
const sentWithinMs = 600_000;
/** Left jobs are looked at each half minute. */
const removedWithinMs = 180_000;
const lookMs = 500;

/** Exports to a Salesforce that keeps running while parts of the portal are killed: each row must get there, and its jobs must go. */
export class FaultExports {
  private readonly begun = new Set<string>();

  private constructor(readonly salesforce: SalesforceServer) {}

  static async start(): Promise<FaultExports> {
    return new FaultExports(await SalesforceServer.start({ objects: salesforceObjects(), isQuick: true }));
  }

  get settings(): NodeJS.ProcessEnv {
    return this.salesforce.environment;
  }

  /** Has what changed exported. False if an export has sent all of it; null if nobody knows whether one begins. */
  async begin(user: PortalUser): Promise<boolean | null> {
    const today = sydneyDate(new Date());
    const body = new URLSearchParams({ startDate: addDays(today, -1), endDate: today });
    const answer = await user.ask('/api/salesforce/exports', { method: 'POST', body });
    if (answer?.status === 202) {
      this.begun.add((answer.body as { jobId: string }).jobId);
      return true;
    }
    const { message = '' } = (answer?.body ?? {}) as { message?: string };
    return answer?.status === 409 && message.includes('has exported these days already') ? false : null;
  }

  /** Has everything sent without load, and compares both sides. */
  async check(user: PortalUser, identity: Identity, platform: string, sent: Sent, findings: Findings): Promise<void> {
    this.salesforce.endPlays();
    const isSent = async () => (await this.haveEnded(user)) && (await this.begin(user)) === false;
    await until('everything is sent to Salesforce', isSent, sentWithinMs, lookMs).catch((error: Error) =>
      findings.note('lost', error.message),
    );
    const { organisation } = this.salesforce;
    const members = new Set([...sent.members].map((number) => identity.memberIdOf(platform, number)));
    const contacts = [...(organisation.records.get('Contact')?.values() ?? [])].map(
      ({ Superscope_Id__c: key }) => key ?? '',
    );
    for (const member of members) if (!contacts.includes(member)) findings.note('lost', `contact ${member}`);
    if (contacts.length > members.size)
      findings.note('doubled', `Salesforce has ${contacts.length} contacts of ${members.size} members`);
    const activities = organisation.records.get('Task')?.size ?? 0;
    if (activities !== sent.contacts.size)
      findings.note(
        activities < sent.contacts.size ? 'lost' : 'doubled',
        `Salesforce has ${activities} activities of ${sent.contacts.size}`,
      );
    await this.compare(user, findings);
    // One that was made when its worker was killed, before it got rows, holds nothing and ends at Salesforce.
    const areRemoved = () => organisation.jobStates.every((state) => state === 'Open');
    await until('no job with rows is left at Salesforce', areRemoved, removedWithinMs, lookMs).catch((error: Error) =>
      findings.note('failures', error.message),
    );
  }

  stop(): Promise<void> {
    return this.salesforce.stop();
  }

  /** Whether every export that was begun has ended, however it did. */
  private async haveEnded(user: PortalUser): Promise<boolean> {
    if (this.begun.size === 0) return true;
    // Addresses hold a hundred ids.
    const some = [...this.begun].slice(0, 100);
    const answer = await user.ask(`/api/salesforce/exports?jobIds=${some.join(',')}`);
    if (answer?.status !== 200) return false;
    for (const { jobId, batchStatus } of salesforceBatchList.parse(answer.body))
      if (!batchStatus.startsWith('START')) this.begun.delete(jobId);
    return this.begun.size === 0;
  }

  /** What the portal itself says of both sides. */
  private async compare(user: PortalUser, findings: Findings): Promise<void> {
    const asked = await user.ask('/api/salesforce/reconciliations', { method: 'POST' });
    if (asked?.status !== 202) return findings.note('failures', `a comparison was answered ${asked?.status}`);
    const { workId } = asked.body as { workId: string };
    for (const limit = performance.now() + sentWithinMs; performance.now() < limit; await delay(lookMs)) {
      const answer = await user.ask('/api/salesforce/reconciliations');
      if (answer?.status !== 200) continue;
      const { last, history } = salesforceReconciliations.parse(answer.body);
      if (history.some((each) => each.workId === workId && each.state === 'failed')) break;
      if (last?.workId !== workId) continue;
      const { ours, theirs, missing, unsent, extra } = last.totals!;
      if (ours !== theirs || missing + unsent + extra > 0)
        findings.note('lost', `Salesforce differs: ${JSON.stringify(last.totals)}`);
      return;
    }
    findings.note('failures', 'a comparison with Salesforce did not succeed');
  }
}
