import { documentSync, documentSyncStream } from '@superscope/domain/document-sync/document-sync';
import { documentHostsStream, setDocumentHosts } from '@superscope/domain/document-hosts/document-hosts';
import { AccessLog } from '@superscope/api/platform/access/access-log';
import { analyticsTables, documentViews } from '@superscope/contracts/read-models/read-models';
import { groupBy } from '@superscope/domain/group-by';
import { categoryOf } from '@superscope/event-store/events/codec';
import { isUndecodable, type RecordedEvent } from '@superscope/event-store/events/recorded-event';
import { assetsOwnedStream, withdrawAssetsOwned } from '@superscope/domain/assets-owned/assets-owned';
import { calendarStream, openMonth, processMemberEvents } from '@superscope/domain/calendar/calendar';
import { campaignStream, cancelCampaign } from '@superscope/domain/campaign/campaign';
import { companyStream, deactivateCompany } from '@superscope/domain/company/company';
import { eraseMember, memberStream, moveMember, recordActivity } from '@superscope/domain/member/member';
import { activityTypes } from '@superscope/domain/member/member.events';
import { recordEvents, withdrawEvent } from '@superscope/domain/member/recorded-events';
import { memberSnapshotsStream, withdrawSnapshots } from '@superscope/domain/member-snapshots/member-snapshots';
import { announceMaintenance, maintenanceStream } from '@superscope/domain/maintenance/maintenance';
import {
  arriveFile,
  beginImport,
  completeFile,
  deleteFile,
  exportExceptions,
  failAttempt,
  mendFile,
  onecentralImportStream,
  putOffAttempt,
  queueFile,
  repeatFile,
  startAttempt,
} from '@superscope/domain/onecentral-import/onecentral-import';
import {
  expectTable,
  onecentralExpectationsStream,
  removeExpectation,
} from '@superscope/domain/onecentral-expectations/onecentral-expectations';
import { pdfResourcesStream, removePdf, uploadPdf } from '@superscope/domain/pdf-resources/pdf-resources';
import {
  bringBackPage,
  bringBackTemplate,
  deleteItem,
  deletePage,
  deleteSection,
  deleteTemplate,
  reportTemplateStream,
  saveTemplate,
} from '@superscope/domain/report-template/report-template';
import {
  addDocument,
  deleteDocument,
  micrositeDocumentStream,
  reviseDocument,
} from '@superscope/domain/microsite-document/microsite-document';
import {
  clearCache,
  mapDocument,
  micrositeListStream,
  reorderMappings,
  reviseMapping,
  unmapDocument,
} from '@superscope/domain/microsite-list/microsite-list';
import { newsStream, replaceNews } from '@superscope/domain/news/news';
import { keepDigest, planDigestsStream } from '@superscope/domain/plan-digests/plan-digests';
import { planMonthId } from '@superscope/domain/plan-month-import';
import { closePlan, countByDates, planStream, publishPlan, reopenPlan } from '@superscope/domain/plan/plan';
import { providerStream, removeLogo, uploadLogo } from '@superscope/domain/provider/provider';
import { productStreams } from '@superscope/domain/product-streams';
import { batchRegisterStream, numberBatch, removeBatches } from '@superscope/domain/salesforce-batch/batch-register';
import { salesforceBatch, salesforceBatchStream } from '@superscope/domain/salesforce-batch/salesforce-batch';
import {
  recordReceipts,
  salesforceReceiptsStream,
  type ReceiptChunk,
} from '@superscope/domain/salesforce-batch/salesforce-receipts';
import {
  salesforceReconciliation,
  salesforceReconciliationStream,
} from '@superscope/domain/salesforce-reconciliation/salesforce-reconciliation';
import { report, reportStream, type ReportRequest } from '@superscope/domain/report/report';
import { evaluateWatches, removeWatch, setWatch, settleNotice, watchStream } from '@superscope/domain/watch/watch';
import { acknowledgeFailure, workFailureStream } from '@superscope/domain/work-failure/work-failure';
import { compare } from '@superscope/projector/rebuild/rebuild';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Applications } from '../harness/applications.js';
import { projectedTypes } from '../harness/portal-engines.js';
import { byTest, SamplePlan } from '../harness/sample-plan.js';
import { csv, Importing } from '../import/importing.js';
import { smallFund } from '../import/small-fund.js';

let importing: Importing;
let events: RecordedEvent[];

beforeAll(async () => {
  importing = await Importing.startWith(Object.values(smallFund));
  await correctEverything();
  await importing.derived();
  events = await projectedEvents();
});

afterAll(() => importing.stop());

/** The context of a command recorded now, like the imports' commands. */
const now = () => byTest(new Date().toISOString());

/** A report that failed, was stopped and asked for again, and was made in the end. */
async function makeReport(): Promise<void> {
  const asked: ReportRequest = {
    kind: 'policyCommitteeReport',
    planId: 'EAST.P1',
    companyId: 'EAST.C1',
    terms: { template: 'DEFAULT' },
  };
  const result = {
    planId: asked.planId,
    fileName: 'Report.pdf',
    pdfSha256: 'ab',
    figuresSha256: null,
    code: 'ABCDEFGHJKLM',
  };
  const at = new Date().toISOString();
  for (const decision of [
    report.request('work-1', 'staff', asked),
    report.start('attempt-1', at),
    report.failAttempt('attempt-1', 'No answer.', at),
    report.stop('staff'),
    report.resume('staff'),
    report.start('attempt-2', at),
    report.finishStep('attempt-2', 'file', 'ab'),
    report.finish('attempt-2', { ...result, kind: 'policyCommitteeReport', start: '2024-06-30', end: '2024-07-31' }),
    report.pin('staff', '2033-01-01T00:00:00.000Z'),
  ] as const)
    await importing.engines.store.transact(reportStream, 'work-1', decision, now());
}

/** Exports to Salesforce with a receipt, retries the batch, and takes it off the lists. */
async function exportToSalesforce(): Promise<void> {
  const { store } = importing.engines;
  const days = { startDate: '2026-01-01', endDate: '2026-01-31', providerId: null, companyId: null };
  const asked = { ...days, number: 1, forced: false, retryOf: null, filterSha256: null };
  const at = new Date().toISOString();
  await store.transact(
    batchRegisterStream,
    '',
    numberBatch('batch-1', asked, null, () => null),
    now(),
  );
  for (const decision of [
    salesforceBatch.request('batch-1', 'staff', asked),
    salesforceBatch.start('attempt-1', at),
    salesforceBatch.finishStep('attempt-1', 'make-plans', '{"rows":1,"parts":[{"rows":1,"pieces":[]}]}'),
    salesforceBatch.finish('attempt-1', { exported: 1, imported: 0, failed: 1 }),
  ] as const)
    await store.transact(salesforceBatchStream, 'batch-1', decision, now());
  const receipts: ReceiptChunk = {
    receiptsId: 'batch-1.plans.1.0',
    batchId: 'batch-1',
    object: 'plans',
    operation: 'upsert',
    part: 1,
    rows: [[2, 'EAST.P1', null, null, 'refused', 'UNABLE_TO_LOCK_ROW', null]],
  };
  await store.transact(salesforceReceiptsStream, receipts.receiptsId, recordReceipts(receipts), now());
  await store.transact(batchRegisterStream, '', removeBatches(['batch-1']), now());
  const none = { missing: 0, unsent: 0, extra: 0, toDelete: 0 };
  const groups = [{ providerId: 'PR1', object: 'plans', ours: 1, theirs: 1, ...none }] as const;
  for (const decision of [
    salesforceReconciliation.request('comparison-1', 'system', { weekly: true }),
    salesforceReconciliation.start('attempt-1', at),
    salesforceReconciliation.finishStep('attempt-1', 'compare-Account', '{"groups":[],"pieces":[]}'),
    salesforceReconciliation.finish('attempt-1', { groups, isPartial: false }),
  ])
    await store.transact(salesforceReconciliationStream, 'comparison-1', decision, now());
}

/** Makes a report template, changes it at every level, deletes it and brings it back; and PDFs beside it. */
async function shapeReports(): Promise<void> {
  const { store } = importing.engines;
  const templateId = 'platform-EAST';
  const template = (text: string, templateName = 'Standard') => ({
    platformId: 'EAST',
    planId: null,
    companyId: null,
    templateName,
    reportingStartDate: '2024-01-01',
    reportingEndDate: '2025-01-01',
    pages: ['one', 'two'].map((pageId, at) => ({
      pageId,
      templatePageNumber: 23,
      templatePageName: 'CustomBiSectionPage' as const,
      sequence: at + 1,
      heading: null,
      sourceFilename: null,
      sourcePageNumber: null,
      sections: [
        {
          sectionId: 'first',
          templateSectionName: 'Done',
          sequence: 1,
          heading: null,
          items: ['a', 'b'].map((itemId, place) => ({ itemId, sequence: place + 1, text, note: null })),
        },
      ],
    })),
  });
  for (const decision of [
    saveTemplate(template('Before'), { isNew: true }),
    saveTemplate(template('After', 'Usual'), { isNew: false }),
    deleteItem(templateId, 'one', 'first', 'a'),
    deleteSection(templateId, 'two', 'first'),
    deletePage(templateId, 'one'),
    bringBackPage(templateId, 'one', 8),
    deleteTemplate(templateId),
    bringBackTemplate(templateId, 6),
  ])
    await store.transact(reportTemplateStream, templateId, decision, now());
  const pdf = { filename: 'Governance.pdf', sha256: 'ab', bytes: 9, pages: 2, fontsEmbedded: true };
  for (const decision of [
    uploadPdf('EAST', pdf),
    uploadPdf('EAST', { ...pdf, filename: 'Beliefs.pdf' }),
    uploadPdf('EAST', { ...pdf, sha256: 'cd' }),
    removePdf('EAST', 'Beliefs.pdf'),
  ])
    await store.transact(pdfResourcesStream, 'EAST', decision, now());
}

/** Files of OneCentral: one that fails, is queued and is right then; one that repeats it; and one that is wrong, exported and deleted. */
async function leaveFiles(): Promise<void> {
  const { store } = importing.engines;
  const at = new Date().toISOString();
  const file = {
    source: 'folder',
    name: 'providers.csv',
    modified: at,
    bytes: 9,
    sha256: 'ab',
    table: 'providers',
    dataDate: '2024-07-31',
    rows: 1,
    problem: null,
  };
  const wrong = { reason: 'One error.', errorCount: 1, errors: [{ line: 2, column: 'providerId', message: 'Wrong.' }] };
  const failing = (fileId: string) => [
    arriveFile({ ...file, fileId }),
    startAttempt('a', at),
    putOffAttempt('a'),
    ...['b', 'c', 'd'].flatMap((attempt) => [startAttempt(attempt, at), failAttempt(attempt, wrong, at)]),
  ];
  const files = {
    'file-1': [
      ...failing('file-1'),
      queueFile('staff'),
      startAttempt('e', at),
      beginImport('e', 'import-1', 1),
      completeFile('e', { importId: 'import-1', written: 1, skipped: 0 }),
    ],
    'file-2': [
      arriveFile({ ...file, fileId: 'file-2' }),
      startAttempt('a', at),
      repeatFile('a', { fileId: 'file-1', name: 'providers.csv', isOlder: true }),
    ],
    'file-3': [...failing('file-3'), exportExceptions('staff'), deleteFile('staff')],
    'file-4': [...failing('file-4'), mendFile('staff', 'import-2')],
  };
  for (const [fileId, decisions] of Object.entries(files))
    for (const decision of decisions) await store.transact(onecentralImportStream, fileId, decision, now());
}

/** Documents of a microsite: revised and deleted, mapped, moved, reordered and unmapped, with the cache cleared. */
async function keepMicrosite(): Promise<void> {
  const { store } = importing.engines;
  const details = {
    platformId: 'EAST',
    planId: null,
    companyId: null,
    type: 'Info',
    title: 'Fees',
    description: null,
    url: null,
    file: { filename: 'Fees.pdf', sha256: 'ab', bytes: 9, pages: 2 },
  } as const;
  for (const decision of [
    addDocument('document-1', details),
    reviseDocument('document-1', { ...details, file: null, url: 'https://fund.example/fees' }),
  ])
    await store.transact(micrositeDocumentStream, 'document-1', decision, now());
  for (const decision of [addDocument('document-2', details), deleteDocument('document-2', 0)])
    await store.transact(micrositeDocumentStream, 'document-2', decision, now());
  const company = 'EAST.C1';
  for (const decision of [
    mapDocument(company, { mappingId: 'mapping-1', documentId: 'document-1' }),
    mapDocument(company, { mappingId: 'mapping-2', documentId: 'document-2' }),
    mapDocument(company, { mappingId: 'mapping-3', documentId: 'document-3' }),
    reviseMapping(company, { mappingId: 'mapping-1', documentId: 'document-1', sequence: 9 }),
    unmapDocument(company, 'mapping-2'),
    reorderMappings(company, ['mapping-1', 'mapping-3'], 5),
    clearCache(company),
  ])
    await store.transact(micrositeListStream, company, decision, now());
  const at = new Date().toISOString();
  const sent = JSON.stringify({ documents: 1, lists: 1, sha256: 'ab' });
  for (const decision of [
    documentSync.request('work-2', 'staff', { host: 'uat.example' }),
    documentSync.start('attempt-1', at),
    documentSync.failAttempt('attempt-1', 'No answer.', at),
    documentSync.stop('staff'),
    documentSync.resume('staff'),
    documentSync.start('attempt-2', at),
    documentSync.finishStep('attempt-2', 'lists', sent),
    documentSync.finish('attempt-2', { documents: 1, lists: 1, leftOut: 2, sha256: 'ab' }),
    documentSync.pin('staff', at),
  ])
    await store.transact(documentSyncStream, 'work-2', decision, now());
}

/** Writes events that files do not cause: opened months, withdrawals, publications, closings, moves, cancellations, erasures and tokens. */
async function correctEverything(): Promise<void> {
  const { store, identity } = importing.engines;
  const header = 'platformId,planId,memberId,asAt,totalAssetsOwned';
  await importing.import(csv(header, 'EAST,P1,001,2024-06-30,10', 'EAST,P1,002,2024-06-30,20'));
  await importing.import(csv(header, 'EAST,P1,001,2024-07-31,10', 'EAST,P1,002,2024-07-31,20'));
  await leaveAndJoin();
  // The following events are not part of these editions.
  for (const planId of ['EAST.P1', 'EAST.P2']) await store.transact(planStream, planId, publishPlan, now());
  const item = { topic: 'Super', date: '2026-01-01', title: 'A title', summary: 'A summary', body: ['A paragraph'] };
  await store.transact(newsStream, '', replaceNews([item, item, item, item]), now());
  const notice = { message: 'Sunday night', from: '2026-01-03T15:00:00.000Z', to: '2026-01-03T17:00:00.000Z' };
  await store.transact(maintenanceStream, '', announceMaintenance(notice, '2026-01-01T00:00:00.000Z'), now());
  const watched = { planId: 'EAST.P1', metric: 'superScore', direction: 'below', threshold: 3 } as const;
  await store.transact(watchStream, 'staff', setWatch('staff', 'watch-1', watched), now());
  await store.transact(watchStream, 'staff', setWatch('staff', 'watch-2', { ...watched, threshold: 2 }), now());
  await store.transact(watchStream, 'staff', removeWatch('staff', 'watch-2'), now());
  for (const [month, score] of [
    ['2026-01', 3.1],
    ['2026-02', 2.9],
  ] as const) {
    const figures = new Map([['superScore', { value: score, margin: null }]]);
    const closes = evaluateWatches(
      'staff',
      { planId: 'EAST.P1', month, figures },
      'notice-1',
      '2026-03-08T00:00:00.000Z',
    );
    await store.transact(watchStream, 'staff', closes, now());
  }
  const models = [{ model: 'member_snapshot', rows: 2, digest: '17' }];
  const digest = {
    planId: 'EAST.P1',
    moment: '2026-03-08T00:00:00.000Z',
    position: '17',
    events: 3,
    digest: 'ab',
    models,
  };
  await store.transact(planDigestsStream, 'EAST.P1', keepDigest(digest), now());
  await store.transact(watchStream, 'staff', settleNotice('staff', 'notice-1', 'sent'), now());
  await makeReport();
  await exportToSalesforce();
  await keepMicrosite();
  const logo = { providerId: 'PR1', type: 'image/png', sha256: 'ab', bytes: 900 } as const;
  for (const decision of [uploadLogo(logo), removeLogo, uploadLogo({ ...logo, sha256: 'cd' })])
    await store.transact(providerStream, 'PR1', decision, now());
  await store.transact(documentHostsStream, '', setDocumentHosts(['asfa.example']), now());
  for (const failedAt of ['2024-07-01T00:00:00.000Z', '2024-07-02T00:00:00.000Z'])
    await store.transact(
      workFailureStream,
      'work-1',
      acknowledgeFailure('work-1', failedAt, 'ops', 'Asked them.'),
      now(),
    );
  const monthly = { table: 'fees', every: 'month', dayOfMonth: 5, byTime: null } as const;
  for (const decision of [expectTable(monthly, '2026-11-26', 'staff'), removeExpectation('fees', 'staff')])
    await store.transact(onecentralExpectationsStream, '', decision, now());
  await shapeReports();
  await leaveFiles();
  for (const [table, from, to] of [
    ['providers', 'Harbour Advice', 'Haven Advice'],
    ['platforms', 'East Platform', 'Eastern Platform'],
    ['plans', 'First Plan', 'Foremost Plan'],
    ['companies', 'Milling', 'Baking'],
    ['memberCategories', 'Everybody', 'All'],
    ['members', 'White collar', 'Standard'],
    ['campaigns', 'Hello, again', 'Hello'],
  ] as const)
    await importing.import(smallFund[table]!.replace(from, to));
  const activities = activityTypes.map((type, i) => {
    const outcome = type === 'PotentialConsolidationVerified' ? 'NO_OTHER_SUPER' : '';
    return `003,${type},2024-08-0${1 + (i % 9)},,Yes,${outcome},,,`;
  });
  const activityHeader = 'memberId,eventType,effectiveDate,consultant,valid,outcome,amount,fundName,notes';
  await importing.import(csv(activityHeader, ...activities), '?table=memberEvents&platformId=EAST');
  const member = identity.memberIdOf('EAST', '002');
  for (const month of ['2024-08', '2024-09']) await store.transact(calendarStream, '', openMonth(month), now());
  await store.transact(planStream, 'EAST.P1', closePlan('2024-09-01'), now());
  await store.transact(planStream, 'EAST.P1', reopenPlan, now());
  const withdrawJuly = withdrawSnapshots('EAST.P1', '2024-07', null);
  await store.transact(memberSnapshotsStream, planMonthId('EAST.P1', '2024-07'), withdrawJuly, now());
  const withdrawHoldings = withdrawAssetsOwned('EAST.P2', '2024-06', null);
  await store.transact(assetsOwnedStream, planMonthId('EAST.P2', '2024-06'), withdrawHoldings, now());
  const to = { planId: 'EAST.P2', companyId: 'EAST.C2', categoryId: null };
  await store.transact(memberStream, member, moveMember(to, '2024-08-10'), now());
  const consultation = { effectiveDate: '2024-08-11', consultant: 'staff', again: false };
  const events = [
    { type: 'ConsultationPerformed' },
    { type: 'InsuranceAdviceImplemented', notes: 'Reviewed' },
  ] as const;
  const recorded = recordEvents({ ...consultation, events }, now().at, (type) => `${member}_${type}`);
  await store.transact(memberStream, member, recorded, now());
  await store.transact(memberStream, member, withdrawEvent(`${member}_ConsultationPerformed`, null), now());
  // Two equal rows of a file.
  for (const row of [1, 2]) {
    const place = { occurrence: row, equal: row };
    const imported = recordActivity('ConsultationPerformed', { effectiveDate: '2024-08-11' }, '2024-08-12', place);
    await store.transact(memberStream, member, imported, now());
  }
  await store.transact(calendarStream, '', processMemberEvents('2024-08-12'), now());
  await store.transact(companyStream, 'EAST.C2', deactivateCompany('2024-08-01'), now());
  await store.transact(campaignStream, 'EAST.K1', cancelCampaign, now());
  await store.transact(memberStream, identity.memberIdOf('WEST', '001'), eraseMember('Asked to be forgotten'), now());
  const applications = new Applications(importing.admin, () => importing.api.client());
  const userId = await applications.register('warehouse');
  const { tokenId } = await applications.issue(userId);
  await applications.issue(userId);
  await importing.admin.request(`/api/applications/${userId}/tokens/${tokenId}`, { method: 'DELETE' });
  // Stores the Admin's sign-in, which would otherwise be stored some seconds later.
  await importing.api.app.get(AccessLog).flush();
}

/** A plan of an earlier release whose members join and leave around the ends of its months. */
async function leaveAndJoin(): Promise<void> {
  const { store, identity } = importing.engines;
  const plan = new SamplePlan(store, identity, 'OLD.P1');
  plan.countsByDates = false;
  plan.at = now().at;
  await plan.register(6);
  for (const month of ['2024-04', '2024-05', '2024-06']) await plan.month(month, 80_000);
  plan.at = now().at;
  await plan.dates(0, '2020-01-01', '2024-05-20');
  await plan.dates(1, '2020-01-01', '2024-05-31');
  await plan.dates(2, '2024-05-31', null);
  await plan.dates(3, '2024-06-01', '2024-06-10');
  await store.transact(planStream, plan.planId, countByDates('Members count by their dates.'), now());
  plan.at = now().at;
  await plan.dates(4, '2020-01-01', '2024-06-02');
  await plan.month('2024-06', 90_000, plan.memberIds.slice(0, 4));
}

async function projectedEvents(): Promise<RecordedEvent[]> {
  const found: RecordedEvent[] = [];
  for await (const batch of importing.engines.store.readAll({ from: null }))
    for (const event of batch) if (!isUndecodable(event) && projectedTypes.includes(event.type)) found.push(event);
  return found;
}

/** Pseudo-random numbers in [0, 1), the same for the same seed. */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** All events in random order, except that each stream keeps its order. */
function shuffled(random: () => number): RecordedEvent[] {
  const streams = [...groupBy(events, ({ stream }) => stream).values()].map((stream) => [...stream]);
  const order: RecordedEvent[] = [];
  while (streams.length > 0) {
    const at = Math.floor(random() * streams.length);
    order.push(streams[at]!.shift()!);
    if (streams[at]!.length === 0) streams.splice(at, 1);
  }
  return order;
}

describe('events of different streams', () => {
  it('give editions that include some of them and exclude others', async () => {
    const made = await importing.engines.rows<{ plan: string; edition: number; same: number }>(
      `SELECT plan_id AS plan, edition, e.occupational_rating = l.occupational_rating AS same
FROM plan_month AS m FINAL JOIN member_edition AS e USING (plan_id, month, version)
JOIN (SELECT * FROM member_snapshot FINAL) AS l USING (plan_id, month, member_id)`,
    );
    expect(new Set(made.map(({ edition }) => edition)).size).toBeGreaterThan(1);
    expect(new Set(made.map(({ same }) => same)).size).toBe(2);
  });

  it('cover every stream category that read models use', () => {
    // Only the event history handles them, because it handles every event.
    const notShown = ['secondFactor', 'alerts', 'keptPdfs', 'salesforceSchedule'];
    const shown = productStreams.map(({ category }) => category).filter((category) => !notShown.includes(category));
    expect([...new Set(events.map(({ stream }) => categoryOf(stream)))].sort()).toEqual(shown.sort());
  });

  it('make documents with exactly the fields that their views declare', async () => {
    const target = importing.engines.target();
    for (const { collection, shape } of documentViews) {
      const documents = await target.view(collection).find({}).toArray();
      expect(documents, collection).not.toEqual([]);
      for (const { _id, revision: _, ...said } of documents)
        expect(shape.parse(said), `${collection} ${_id}`).toEqual(said);
    }
  });

  it('fill every table, with the newest name of a category and every column of an asset', async () => {
    const target = importing.engines.target();
    for (const { table } of analyticsTables) {
      const [found] = await importing.engines.rows<{ n: number }>(`SELECT count() AS n FROM ${target.table(table)}`);
      expect(Number(found!.n), table).toBeGreaterThan(0);
    }
    const named = await importing.engines.rows<{ name: string }>(
      "SELECT name FROM member_category FINAL WHERE plan_id = 'EAST.P2'",
    );
    expect(named).toEqual([{ name: 'All' }]);
    const assets = await importing.engines.rows<object>(
      `SELECT asset_code, toString(data_date) AS day, name, description, growth_percent, is_lifecycle, is_choice, return_1yr, return_3yr,
  return_5yr FROM asset FINAL WHERE platform_id = 'EAST' ORDER BY asset_code`,
    );
    const returns = { return_1yr: 8.25, return_3yr: -1.5, return_5yr: 6 };
    const none = { return_1yr: null, return_3yr: null, return_5yr: null };
    const ofBoth = { day: '2024-06-30', is_lifecycle: 0, is_choice: 1 };
    expect(assets).toEqual([
      {
        asset_code: 'BAL',
        name: 'Balanced',
        description: 'A "mixed" option',
        growth_percent: 70,
        ...ofBoth,
        ...returns,
      },
      { asset_code: 'CASH', name: 'Cash', description: '', growth_percent: 0, ...ofBoth, ...none },
    ]);
  });

  it.each([1, 2, 3])('give the same read models in any order (%i)', async (seed) => {
    const random = randomFrom(seed);
    const target = importing.engines.target('_shuffled');
    await target.clear();
    const writer = importing.engines.factsWriter(target);
    const derivation = importing.engines.derivationQueue(target);
    for (const order = shuffled(random); order.length > 0;) {
      await writer.write(order.splice(0, 1 + Math.floor(random() * 12)));
      // Sometimes derives from the events so far.
      if (random() < 0.1) await derivation.drained();
    }
    await derivation.drained();
    expect(await compare(importing.engines.target(), target)).toEqual([]);
    await derivation.stop();
    await target.drop();
  });
});
