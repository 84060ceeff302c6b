import type { CheckpointDocument } from '@superscope/contracts/read-models/projection-state';
import { report } from '@superscope/domain/report/report';
import { isUndecodable, type RecordedEvent } from '@superscope/event-store/events/recorded-event';
import { checkpointOf, deferredProgress, Progress } from '@superscope/event-store/reading/projection-feed';
import { currentFeed } from '@superscope/projector/runtime/feed/current-feed';
import { until, type FaultPortal } from './fault-portal.js';
import type { Findings } from './findings.js';
import { isSameState, type PlanMonthState, type Sent } from './sent.js';
import { planMonthsOf, type SeenPlanMonth } from './watcher.js';

/** The engines of a portal at rest, and its rebuild. */
export type Examined = Pick<FaultPortal, 'store' | 'mongo' | 'clickhouse' | 'rebuild'>;

const quietWithinMs = 240_000;

/** The event store's data of a fund. */
export interface Stored {
  /** Number of registrations by member's number. */
  registered: Map<string, number>;
  /** Number of contact requests by `{inner id} {instant}`. */
  contacts: Map<string, number>;
  /** Types of a command's events, by its key. */
  commands: Map<string, string[]>;
  /** Completed imports by `{plan} {month}`, in order. */
  planMonths: Map<string, PlanMonthState[]>;
  /** Members' numbers by inner id. */
  numbers: Map<string, string>;
  /** Documents by the ids of their work. */
  reports: Map<string, StoredReport>;
  newest: Progress;
}

/** The events of a document. */
export interface StoredReport {
  /** Number of requests, and of times that it was printed. */
  requested: number;
  printed: number;
  /** Digests of the files that were made, and the reasons of failures. */
  made: string[];
  failed: string[];
  isOpen: boolean;
}

/** Checks, without load, that everything acknowledged is stored exactly once, is visible, and equals a rebuild. */
export async function check(portal: Examined, sent: Sent, findings: Findings): Promise<string> {
  const stored = await read(portal, findings);
  await caughtUp(portal, stored.newest);
  compareRows(sent, stored, findings);
  compareCommands(sent, stored, findings);
  compareReports(sent, stored, findings);
  comparePlanMonths(sent, stored, await planMonthsOf(portal), findings);
  await compareViews(portal, sent, findings);
  const letters = await portal.mongo.db('ops').collection('dead_letters').countDocuments({});
  if (letters > 0) findings.note('failures', `${letters} dead letters`);
  const said = await portal.rebuild();
  if (!said.includes('Equal at')) findings.note('failures', `the rebuild differs: ${said}`);
  return said.trim().split('\n').at(-1)!;
}

export const nothingStored = (): Stored => ({
  registered: new Map(),
  contacts: new Map(),
  commands: new Map(),
  planMonths: new Map(),
  numbers: new Map(),
  reports: new Map(),
  newest: new Progress(),
});

async function read(portal: Examined, findings: Findings): Promise<Stored> {
  const feed = await currentFeed(portal.mongo.db('ops'));
  const stored = nothingStored();
  const open = new Map<string, PlanMonthState>();
  for await (const batch of portal.store.readAll({ from: null }))
    for (const event of batch) {
      if (isUndecodable(event)) {
        findings.note('lost', `event ${event.revision} of ${event.stream} cannot be read: ${event.undecodable}`);
        continue;
      }
      // The access log is in no read model.
      if (!event.stream.startsWith('access-')) stored.newest.raise(checkpointOf(feed, event.stream), event.position);
      take(event, stored, open);
    }
  return stored;
}

function take(
  { type, stream, data, metadata }: RecordedEvent,
  stored: Stored,
  open: Map<string, PlanMonthState>,
): void {
  const key = metadata.commandId.slice(metadata.commandId.lastIndexOf('/') + 1);
  stored.commands.set(key, [...(stored.commands.get(key) ?? []), type]);
  if (type === 'MemberRegistered') {
    const { memberId, personal } = data as { memberId: string; personal: { memberNumber: string } };
    stored.numbers.set(memberId, personal.memberNumber);
    count(stored.registered, personal.memberNumber);
  } else if (type === 'ContactRequested') {
    const { memberId, at } = data as { memberId: string; at: string };
    count(stored.contacts, `${memberId} ${at}`);
  } else if (type === 'MemberSnapshotsBegun') open.set(stream, { rows: 0, balanceCents: 0 });
  else if (type === 'MemberSnapshotsChunkImported') {
    const state = open.get(stream)!;
    const { rows } = data as { rows: [string, number, number][] };
    state.rows += rows.length;
    state.balanceCents += rows.reduce((sum, row) => sum + row[2], 0);
  } else if (type === 'MemberSnapshotsCompleted') {
    const { planId, month } = data as { planId: string; month: string };
    const at = `${planId} ${month}`;
    stored.planMonths.set(at, [...(stored.planMonths.get(at) ?? []), open.get(stream)!]);
  } else if (stream.startsWith(`${report.stream.category}-`)) takeReport(type, data as ReportData, stored);
}

interface ReportData {
  workId: string;
  pdfSha256?: string;
  reason?: string;
}

function takeReport(type: string, { workId, pdfSha256, reason }: ReportData, stored: Stored): void {
  const it = stored.reports.get(workId) ?? { requested: 0, printed: 0, made: [], failed: [], isOpen: true };
  stored.reports.set(workId, it);
  const { names } = report;
  if (type === names.requested) it.requested += 1;
  else if (type === names.stepDone) it.printed += 1;
  else if (type === names.made) it.made.push(pdfSha256!);
  else if (type === names.failed) it.failed.push(reason!);
  it.isOpen = type !== names.made && type !== names.failed;
}

const count = (counts: Map<string, number>, key: string) => counts.set(key, (counts.get(key) ?? 0) + 1);

/** Waits until everything stored is applied and derived. */
async function caughtUp(portal: Examined, newest: Progress): Promise<void> {
  const views = portal.mongo.db('views');
  const checkpoints = views.collection<CheckpointDocument>('checkpoints');
  await until(
    'the read models contain everything',
    async () => {
      const reached = deferredProgress(await checkpoints.find().toArray());
      return reached.covers(newest) && (await views.collection('dirty').countDocuments({})) === 0;
    },
    quietWithinMs,
  );
  // No lease means that no plan is being derived.
  const leases = portal.mongo.db('ops').collection<{ _id: string }>('leases');
  await until(
    'everything is derived',
    async () => (await leases.countDocuments({ _id: /^derive-/, expiresAt: { $gt: new Date() } })) === 0,
    quietWithinMs,
  );
}

export function compareRows(sent: Sent, stored: Stored, findings: Findings): void {
  const contacts = new Map<string, number>();
  for (const [key, times] of stored.contacts) {
    const space = key.indexOf(' ');
    contacts.set(`${stored.numbers.get(key.slice(0, space))}${key.slice(space)}`, times);
  }
  const compare = (what: string, acknowledged: ReadonlySet<string>, there: ReadonlyMap<string, number>) => {
    for (const key of acknowledged) if (!there.has(key)) findings.note('lost', `${what} ${key}`);
    for (const [key, times] of there)
      if (times > 1) findings.note('doubled', `${what} ${key} is there ${times} times`);
      else if (!acknowledged.has(key)) findings.note('doubled', `${what} ${key} was never acknowledged`);
  };
  compare('member', sent.members, stored.registered);
  compare('contact request', sent.contacts, contacts);
}

export function compareCommands(sent: Sent, stored: Stored, findings: Findings): void {
  for (const [key, type] of sent.commands) {
    const written = stored.commands.get(key) ?? [];
    if (written.length === 0) findings.note('lost', `command ${key}, a ${type}`);
    else if (written.length > 1 || written[0] !== type)
      findings.note('doubled', `command ${key} wrote ${written.join(', ')} instead of one ${type}`);
  }
  const corrections = [...stored.commands.values()]
    .flat()
    .filter((type) => /^(CampaignCancelled|MemberMoved)$/.test(type));
  if (corrections.length > sent.commands.size)
    findings.note('doubled', `${corrections.length} corrections are stored, ${sent.commands.size} were acknowledged`);
}

/** Checks that each document that was asked for was made once or failed with its reason, and that people were told the same. */
export function compareReports(sent: Sent, stored: Stored, findings: Findings): void {
  for (const [workId, end] of sent.reports) {
    const found = stored.reports.get(workId);
    if (found === undefined) findings.note('lost', `report ${workId}`);
    else if (end.state === 'done' && !found.made.includes(end.sha256))
      findings.note('lost', `the file of report ${workId}`);
    else if (end.state === 'failed' && !found.failed.includes(end.reason))
      findings.note('lost', `the reason why report ${workId} failed`);
  }
  for (const [workId, { requested, printed, made, failed, isOpen }] of stored.reports) {
    if (requested > 1 || printed > 1 || made.length > 1)
      findings.note(
        'doubled',
        `report ${workId}: ${requested} requests, printed ${printed} times, made ${made.length} times`,
      );
    if (isOpen) findings.note('lost', `report ${workId} has no end`);
    if (failed.includes('')) findings.note('lost', `report ${workId} failed without a reason`);
  }
}

/** Checks that every import of a plan-month is stored once and in order, and that the last one is visible. */
export function comparePlanMonths(
  sent: Sent,
  stored: Stored,
  seen: readonly SeenPlanMonth[],
  findings: Findings,
): void {
  const shown = new Map(seen.map((each) => [`${each.plan} ${each.month}`, each]));
  for (const [key, states] of sent.planMonths) {
    const imported = stored.planMonths.get(key) ?? [];
    if (imported.length < states.length) findings.note('lost', `an import of ${key}`);
    else if (imported.length > states.length) findings.note('doubled', `an import of ${key}`);
    else if (!states.every((state, i) => isSameState(state, imported[i]!)))
      findings.note('lost', `rows of an import of ${key}`);
    const [last, now] = [states.at(-1)!, shown.get(key)];
    if (now === undefined || !isSameState(now, last))
      findings.note('halfVisible', `${key} shows ${JSON.stringify(now)} instead of ${JSON.stringify(last)} at rest`);
  }
}

/** Compares counts of rows. The rebuild compares their contents. */
async function compareViews(portal: Examined, sent: Sent, findings: Findings): Promise<void> {
  const members = await portal.mongo.db('views').collection('members').countDocuments({});
  if (members !== sent.members.size)
    findings.note(
      members < sent.members.size ? 'lost' : 'doubled',
      `the views hold ${members} of ${sent.members.size} members`,
    );
}
