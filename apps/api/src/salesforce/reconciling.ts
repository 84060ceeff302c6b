import { Injectable } from '@nestjs/common';
import { streamName } from '@superscope/domain/event';
import { batchRegisterStream } from '@superscope/domain/salesforce-batch/batch-register';
import { exportObjects, type ExportObject } from '@superscope/domain/salesforce-batch/salesforce-batch';
import { EventStore } from '@superscope/event-store/event-store';
import { BatchProgress } from './batch-progress.js';
import { BothSides } from './both-sides.js';
import type { Crm, CrmRecord } from './crm.js';
import { exportFiles, externalIdField } from './export-files.js';
import { ExportRows } from './export-rows.js';
import { ExportScopes, type ExportScope } from './export-scope.js';
import { KeptDifferences, type ExtraRecord, type KeptDifference, type ObjectReconciled } from './kept-differences.js';
import { patiently, Stopping, untilStopping, type Waiting } from './patient-crm.js';
import { ReadModelsReach } from './read-models-reach.js';
import { ReconciledRows, type RowOwners } from './reconciled-rows.js';
import { recordKeyOf } from './record-keys.js';
import { UnsentRows } from './unsent-rows.js';

/** Days of all changes. */
const allDays = { startDate: '1971-01-01', endDate: '2199-12-31', providerId: null, companyId: null };

/** How many records are taken between two notes of how far it is. */
const perNote = 2_000;
/** How many rows are looked at again at once. */
const perLook = 5_000;

const grouped = new Intl.NumberFormat('en-AU');

/** What is said if the read models are behind. */
export const nothingCompared = 'so rows could seem to be missing. Nothing was compared.';

const named = (object: ExportObject, key: string) => `${object} ${key.toLowerCase()}`;

/**
 * Compares the rows of one object of Salesforce with its records. The order in which both sides are read is what keeps work that goes on
 * meanwhile out of the differences: first all rows, then which of them are unsent or owed, then the records. A row that a batch has sent by
 * the second reading is there at the third. What is left after that is looked at once more, because rows come and go.
 */
@Injectable()
export class Reconciling {
  constructor(
    private readonly store: EventStore,
    private readonly scopes: ExportScopes,
    private readonly rows: ExportRows,
    private readonly unsent: UnsentRows,
    private readonly reach: ReadModelsReach,
    private readonly owners: ReconciledRows,
    private readonly kept: KeptDifferences,
    private readonly progress: BatchProgress,
  ) {}

  /** Throws `Stopping`, and as `patiently` does. Nothing is kept of a comparison that does not come to its end. */
  async compare(crm: Crm, workId: string, crmObject: string, waiting: Waiting): Promise<ObjectReconciled> {
    const objects = exportObjects.filter((object) => exportFiles[object].crmObject === crmObject);
    const note = (text: string) => this.progress.note(workId, { note: `${crmObject}: ${text}` });
    const { signal } = waiting;
    // A process that ends does not wait for an answer of Salesforce.
    const isStopping = async () => {
      signal.throwIfAborted();
      return waiting.isStopping();
    };
    const owners = await this.owners.owners();

    await note('reading what the portal has');
    const all = await this.scope('window');
    const sides = new BothSides();
    for (const object of objects)
      for await (const rows of this.rows.of(object, all)) {
        if (await isStopping()) throw new Stopping();
        const providers = await owners.of(object, rows);
        rows.forEach(({ key }, at) => sides.add({ object, key, providerId: providers[at]! }));
      }

    await note('reading what was not sent yet');
    const unsentScope = await this.scope('unsent');
    // What a batch records that it has sent is believed once its receipts can be read, which it recorded before.
    const recorded = await this.reach.newestOf(streamName(batchRegisterStream, ''));
    if (recorded !== null && !(await this.reach.wait(recorded, signal, isStopping, nothingCompared)))
      throw new Stopping();
    for (const object of objects) {
      for await (const rows of this.rows.of(object, unsentScope)) {
        signal.throwIfAborted();
        for (const { key } of rows) sides.markUnsent(object, key);
      }
      for (const key of (await this.unsent.owed(object, unsentScope)).keys()) sides.markUnsent(object, key);
    }
    const erasedBefore = await this.erased(all);

    const read = async (): Promise<void> => {
      sides.begin();
      let count = 0;
      for await (const record of untilStopping(crm.records(crmObject, externalIdField), isStopping)) {
        if (count % perNote === 0)
          await note(`reading what Salesforce has${count === 0 ? '' : `, ${grouped.format(count)} so far`}`);
        sides.see(record);
        count += 1;
      }
    };
    await patiently(read, waiting);

    await note('looking again at what differs');
    const { doubles, strangers } = sides.settle();
    // Rows that came while Salesforce was read, and what is there of cancelled campaigns, are no strangers.
    const now = await this.owners.owners();
    const extra = [
      ...(await this.extraOf(objects, doubles, 'double', now)),
      ...(await this.extraOf(objects, await this.strangers(objects, strangers, sides, all, now), 'unknown', now)),
    ];
    await this.forgetGone(sides, all, now);
    const erased = new Set([...erasedBefore, ...(await this.erased(all))]);
    for (const each of extra) {
      each.isToDelete = each.key !== null && erased.has(named(each.object, each.key));
      sides.addExtra(each, each.isToDelete);
    }
    return { groups: sides.groups(), pieces: await this.kept.keep(differences(sides, extra)) };
  }

  private async scope(choice: 'window' | 'unsent'): Promise<ExportScope> {
    return this.scopes.of(allDays, choice, (await this.store.load(batchRegisterStream, '')).state);
  }

  /** Records of erased members that the next export deletes. */
  private async erased(scope: ExportScope): Promise<Set<string>> {
    const found = await this.rows.erased(scope);
    return new Set([...found].flatMap(([object, rows]) => rows.map(({ key }) => named(object, key))));
  }

  /** Without those that are rows by now: these are on both sides. */
  private async strangers(
    objects: readonly ExportObject[],
    records: readonly CrmRecord[],
    sides: BothSides,
    scope: ExportScope,
    owners: RowOwners,
  ): Promise<CrmRecord[]> {
    const strangers: CrmRecord[] = [];
    for (let from = 0; from < records.length; from += perLook) {
      const some = records.slice(from, from + perLook);
      const found = new Set<string>();
      for (const object of objects) {
        const wanted = new Map<string, string | null>();
        for (const { key } of some) {
          const said = recordKeyOf(object, key);
          if (said === null) continue;
          for (const form of [key, key.toLowerCase()]) wanted.set(form, said.memberId);
        }
        for await (const rows of this.rows.keyed(object, wanted, scope)) {
          const providers = await owners.of(object, rows);
          rows.forEach(({ key }, at) => {
            if (sides.match({ object, key, providerId: providers[at]! })) found.add(key.toLowerCase());
          });
        }
      }
      await owners.members(
        some.flatMap(({ key }) => objects.flatMap((each) => recordKeyOf(each, key)?.memberId ?? [])),
      );
      for (const record of some)
        if (found.has(record.key.toLowerCase())) found.delete(record.key.toLowerCase());
        else if (!(await isOfCancelled(objects, record, sides, owners))) strangers.push(record);
    }
    return strangers;
  }

  /** Rows that are gone since they were read, and cancelled campaigns, of which only a Salesforce that has them is told. */
  private async forgetGone(sides: BothSides, scope: ExportScope, owners: RowOwners): Promise<void> {
    let some: { object: ExportObject; key: string }[] = [];
    const look = async () => {
      for (const object of exportObjects) {
        const keys = some.flatMap((each) => (each.object === object ? [each.key] : []));
        if (keys.length === 0) continue;
        const wanted = new Map(keys.map((key) => [key, recordKeyOf(object, key)?.memberId ?? null]));
        const present = new Set<string>();
        for await (const rows of this.rows.keyed(object, wanted, scope)) for (const { key } of rows) present.add(key);
        for (const key of keys)
          if (!present.has(key) || (object === 'campaigns' && owners.isCancelled(key))) sides.remove(object, key);
      }
      some = [];
    };
    // Rows are removed while they are walked through, which leaves out none of the others.
    for (const row of sides.missing()) if (some.push(row) >= perLook) await look();
    await look();
  }

  private async extraOf(
    objects: readonly ExportObject[],
    records: readonly CrmRecord[],
    why: 'double' | 'unknown',
    owners: RowOwners,
  ): Promise<ExtraRecord[]> {
    const extra: ExtraRecord[] = [];
    for (const { key, crmId } of records) {
      const object = objectOf(objects, key, owners);
      const said = recordKeyOf(object, key);
      const member = said?.memberId == null ? undefined : (await owners.members([said.memberId])).get(said.memberId);
      extra.push({
        side: 'extra',
        object,
        providerId:
          member === undefined ? providerOf(object, key, said?.campaignId ?? null, owners) : member.providerId,
        key: said === null ? null : key,
        crmId,
        why: member?.isErased === true ? 'erased' : why,
        isToDelete: false,
      });
    }
    return extra;
  }
}

/** Of Salesforce's accounts some are plans. One of which the portal knows neither counts among the employers. */
const objectOf = (objects: readonly ExportObject[], key: string, owners: RowOwners): ExportObject =>
  objects.length === 1 ? objects[0]! : owners.isPlan(key) ? 'plans' : 'companies';

function providerOf(object: ExportObject, key: string, campaignId: string | null, owners: RowOwners): string | null {
  switch (object) {
    case 'plans':
      return owners.ofPlan(key);
    case 'companies':
    case 'campaigns':
      return owners.ofPlan(owners.planOf(object, key) ?? '');
    default:
      return owners.ofPlan(owners.planOf('campaigns', campaignId ?? '') ?? '');
  }
}

/** Members of a campaign that was cancelled stay in Salesforce, as the campaign does. */
async function isOfCancelled(
  objects: readonly ExportObject[],
  { key }: CrmRecord,
  sides: BothSides,
  owners: RowOwners,
): Promise<boolean> {
  if (!objects.includes('campaignMembers')) return false;
  const said = recordKeyOf('campaignMembers', key);
  if (said === null || !owners.isCancelled(said.campaignId!)) return false;
  const member = (await owners.members([said.memberId!])).get(said.memberId!);
  if (member === undefined || member.isErased) return false;
  return sides.match({ object: 'campaignMembers', key, providerId: member.providerId });
}

async function* differences(sides: BothSides, extra: readonly ExtraRecord[]): AsyncGenerator<KeptDifference> {
  for (const { object, key, providerId } of sides.missing())
    yield { side: 'missing', object, providerId, key, memberId: recordKeyOf(object, key)?.memberId ?? null };
  yield* extra;
}
