import { analyticsTable, category, count, version } from '@superscope/contracts/read-models/analytics-table';
import { documentView } from '@superscope/contracts/read-models/document-view';
import { companiesView } from '@superscope/contracts/read-models/fund';
import { contactRequestTable } from '@superscope/contracts/read-models/contact-requests';
import { analyticsTables, documentViews, type TableName } from '@superscope/contracts/read-models/read-models';
import { companyFields } from '@superscope/domain/company/company';
import { fields } from '@superscope/domain/fields';
import { memberStream, requestContact } from '@superscope/domain/member/member';
import { isUndecodable, type RecordedEvent } from '@superscope/event-store/events/recorded-event';
import { makeTables } from '@superscope/projector/analytics-schema/analytics-schema';
import { insertRows } from '@superscope/projector/clickhouse-rows/insert-rows';
import { projections } from '@superscope/projector/read-models';
import { wholePlan, type Derivation } from '@superscope/projector/runtime/deriving/derivation';
import { DerivationQueue } from '@superscope/projector/runtime/deriving/derivation-queue';
import { deriveInto } from '@superscope/projector/runtime/deriving/derive-into';
import { assertHeld } from '@superscope/projector/runtime/deriving/plan-version';
import { allMonths } from '@superscope/projector/runtime/writing/projection';
import { FactsWriter } from '@superscope/projector/runtime/writing/facts-writer';
import { Target } from '@superscope/projector/runtime/writing/target';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { PortalEngines, quiet } from '../harness/portal-engines.js';
import { byTest, SamplePlan } from '../harness/sample-plan.js';

/** A second derivation, of the number of members with a contact request. These declarations suffice; the runtime does not change. */
const contactCountTable = analyticsTable({
  table: 'contact_count',
  announces: 'contactRequests',
  columns: { plan_id: category, version, members: count },
  key: ['plan_id'],
  newestBy: ['version'],
});
const contactCountName = contactCountTable.table as string as TableName;
const tables = [...analyticsTables, contactCountTable];

const plansIn = async (facts: Target) => {
  const query = `SELECT DISTINCT plan_id FROM ${facts.table(contactRequestTable.table)}`;
  const answer = await facts.clickhouse.query({ query, format: 'JSONEachRow' });
  return new Set((await answer.json<{ plan_id: string }>()).map((row) => row.plan_id));
};

const contactCounts: Derivation = {
  name: 'contactCounts',
  announces: [contactCountTable.announces],
  factsCountBy: [],
  publishes: [contactCountName],
  staleBy: {
    ContactRequested: ({ data }) => [
      { plans: { planId: (data as { planId: string }).planId }, ...allMonths, memberId: null },
    ],
  },
  plansWithFacts: plansIn,
  between:
    ({ facts, published }) =>
    async ({ planId }, run) => {
      const answer = await facts.clickhouse.query({
        query: `SELECT uniqExact(member_id) AS members FROM ${facts.table(contactRequestTable.table)} WHERE plan_id = {plan:String}`,
        query_params: { plan: planId },
        format: 'JSONEachRow',
      });
      const [row] = await answer.json<{ members: number }>();
      assertHeld(run);
      await insertRows(
        published.clickhouse,
        published.table(contactCountName),
        ['plan_id', 'version', 'members'],
        [[planId, run.version, row!.members]],
      );
      return { changed: [contactCountTable.announces], counts: { plans: 1 } };
    },
};

const patience = { timeout: 60_000, interval: 30 };
let engines: PortalEngines;
let plan: SamplePlan;
const target = (suffix = '') =>
  new Target(engines.mongo.db('views'), engines.clickhouse, suffix, undefined, { tables, views: documentViews });
const countIn = async (of: Target) =>
  (await engines.rows<{ members: number }>(`SELECT members FROM ${of.table(contactCountName)} FINAL`)).map(
    ({ members }) => members,
  );
const askForContact = (member: number, at: string) =>
  engines.store.transact(memberStream, plan.memberIds[member]!, requestContact(at, 'insurance', null), byTest(at));

beforeAll(async () => {
  engines = await PortalEngines.start();
  await makeTables(engines.clickhouse, { cluster: null }, tables);
  plan = new SamplePlan(engines.store, engines.identity, 'PF.asked');
  await plan.register(4);
});
afterAll(() => engines.stop());

it('uses the stale marks, leases, versions and notifications of the first one', async () => {
  const derivations = [...engines.readModels.derivations, contactCounts];
  const projector = await engines.projector(undefined, quiet, { projections, derivations });
  await projector.start();
  await askForContact(0, '2026-03-01T00:00:00.000Z');
  await askForContact(1, '2026-03-02T00:00:00.000Z');
  await expect.poll(() => countIn(target()), patience).toEqual([2]);
  await projector.drained();
  await projector.stop();
  const derived = target().derived();
  expect((await derived.findOne({ _id: 'contactCounts PF.asked' }))?.version).toBeGreaterThan(0);
  // The figures of plan-months, without an import, derived nothing and took no version.
  expect(await derived.findOne({ _id: 'memberSnapshots PF.asked' })).toBeNull();
  expect(await target().dirty().countDocuments({})).toBe(0);
  const changes = engines.mongo.db('ops').collection<{ planId: string; readModels: string[] }>('changes');
  expect(await changes.find({ readModels: 'contactRequests' }).toArray()).toMatchObject([
    { planId: 'PF.asked', readModels: ['contactRequests'] },
  ]);
});

it('derives a history that was replayed into separate tables, and does not change the live figures', async () => {
  const history = target('_history');
  await history.clear();
  const until = '2026-03-01T12:00:00.000Z';
  const recorded: RecordedEvent[] = [];
  for await (const batch of engines.store.readAll({ from: null, batchSize: 1_000 }))
    for (const event of batch) if (!isUndecodable(event) && event.metadata.at <= until) recorded.push(event);
  const writer = new FactsWriter(history, projections, [contactCounts]);
  await writer.write(recorded.filter(({ type }) => writer.types().includes(type)));
  const queue = new DerivationQueue(
    contactCounts,
    history,
    deriveInto(contactCounts, history),
    () => Promise.resolve(),
    quiet,
  );
  await queue.drained();
  await queue.stop();
  expect(await countIn(history)).toEqual([1]);
  expect(await countIn(target())).toEqual([2]);

  // Publishes into other tables than those with the facts.
  const elsewhere = target('_elsewhere');
  await elsewhere.clear();
  await deriveInto(contactCounts, history, elsewhere)(wholePlan(plan.planId));
  expect(await countIn(elsewhere)).toEqual([1]);
  expect(await countIn(target())).toEqual([2]);
  await history.drop();
  await elsewhere.drop();
});

it('gives documents of an earlier release a field that their record gained, and keeps what they hold', async () => {
  const before = target('_before');
  const gained = documentView({
    collection: companiesView.collection,
    announces: companiesView.announces,
    shape: companiesView.shape,
    fields: fields({ ...companyFields, website: { kind: 'text', most: 255, since: 2 } }),
    indexes: [],
  });
  const companies = before.view('companies');
  await companies.insertMany([
    { _id: 'PF.old', revision: 0, companyId: 'PF.old', name: 'Old' },
    { _id: 'PF.new', revision: 0, companyId: 'PF.new', name: 'New', website: 'example.org' },
    { _id: 'PF.waiting', revision: 1, active: false },
  ]);
  const after = new Target(engines.mongo.db('views'), engines.clickhouse, '_before', undefined, {
    tables: [],
    views: [gained],
  });
  await after.prepareViews();
  await after.prepareViews();
  expect(await companies.find().sort({ _id: 1 }).toArray()).toEqual([
    { _id: 'PF.new', revision: 0, companyId: 'PF.new', name: 'New', website: 'example.org' },
    { _id: 'PF.old', revision: 0, companyId: 'PF.old', name: 'Old', website: null },
    { _id: 'PF.waiting', revision: 1, active: false },
  ]);
  await companies.drop();
});
