import { companyStream, recordCompany } from '@superscope/domain/company/company';
import { memberStream, recordMember } from '@superscope/domain/member/member';
import { planStream, recordPlan } from '@superscope/domain/plan/plan';
import { EventCodec } from '@superscope/event-store/events/codec';
import { EventStore } from '@superscope/event-store/event-store';
import { Identity } from '@superscope/event-store/keys/identity';
import { KeyVault } from '@superscope/event-store/keys/key-vault';
import { MasterKeys } from '@superscope/event-store/keys/master-keys';
import { MongoClient } from 'mongodb';
import { byTest, SamplePlan } from '../../harness/sample-plan.js';

/** Concurrent writes; more would queue in the client. */
const writers = 32;
const keysAtOnce = 1_000;

/**
 * Writes a fund directly into the event store with the product's own decisions and encrypted personal fields: the events of an import,
 * without files and validation.
 */
export class FundByEvents {
  private readonly plans: SamplePlan[] = [];

  private constructor(
    private readonly mongo: MongoClient,
    private readonly store: EventStore,
    private readonly identity: Identity,
  ) {}

  static async open(environment: NodeJS.ProcessEnv): Promise<FundByEvents> {
    const mongo = await MongoClient.connect(environment['MONGODB_URL']!);
    const vault = new KeyVault(mongo, { masterKey: MasterKeys.fromSettings(environment) });
    const store = EventStore.connect(environment['EVENTSTORE_URL']!, new EventCodec(vault));
    return new FundByEvents(mongo, store, await Identity.open(vault));
  }

  /** Writes further plans of equal size with their members. Returns the plans' ids. */
  async members(plans: number, membersPerPlan: number): Promise<string[]> {
    const from = this.plans.length;
    for (let n = from; n < from + plans; n += 1) {
      const plan = new SamplePlan(this.store, this.identity, `SCALE.P${String(n).padStart(5, '0')}`);
      if (n === 0) await plan.figures();
      await this.plan(plan);
      const members = Array.from({ length: membersPerPlan }, (_, i) => plan.member(i));
      plan.memberIds.push(...members.map(({ memberId }) => memberId));
      for (let at = 0; at < members.length; at += keysAtOnce)
        await this.store.prepareKeys(plan.memberIds.slice(at, at + keysAtOnce));
      await inParallel(members, async (member) => {
        const events = recordMember(member, '2025-01-01')(memberStream.initial);
        await this.store.appendNew(memberStream, member.memberId, events, byTest());
      });
      this.plans.push(plan);
    }
    return this.plans.slice(from).map(({ planId }) => planId);
  }

  /** Writes snapshots of every member for these months (yyyy-MM). Returns the number of rows. */
  async months(months: readonly string[]): Promise<number> {
    let rows = 0;
    for (const [i, month] of months.entries())
      await inParallel(this.plans, async (plan) => {
        await plan.month(month, 40_000 + i * 500);
        rows += plan.memberIds.length;
      });
    return rows;
  }

  async close(): Promise<void> {
    await this.store.close();
    await this.mongo.close();
  }

  private async plan({ planId, platformId, companyId }: SamplePlan): Promise<void> {
    const plan = { planId, platformId, name: `Plan ${planId}`, shortName: planId, startDate: '2020-01-01' };
    const details = { ...plan, superScoreClient: true, relationshipManager: null };
    await this.store.transact(planStream, planId, recordPlan(details), byTest());
    const company = { companyId, planId, name: 'Employer', abn: null, industry: null, active: true };
    await this.store.transact(companyStream, companyId, recordCompany(company), byTest());
  }
}

async function inParallel<Item>(items: readonly Item[], each: (item: Item) => Promise<void>): Promise<void> {
  let next = 0;
  const work = async () => {
    while (next < items.length) await each(items[next++]!);
  };
  await Promise.all(Array.from({ length: Math.min(writers, items.length) }, work));
}

/** `count` months up to `last` (yyyy-MM), oldest first. */
export function monthsTo(last: string, count: number): string[] {
  const [year, month] = last.split('-').map(Number) as [number, number];
  return Array.from({ length: count }, (_, i) => {
    const index = year * 12 + month - 1 - (count - 1 - i);
    return `${Math.floor(index / 12)}-${String((index % 12) + 1).padStart(2, '0')}`;
  });
}
